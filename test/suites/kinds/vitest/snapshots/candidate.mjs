export const card = (name) => ({ name, tags: ['a', 'b'], nested: { n: 1, f: null } });
export const shout = (text) => `${text.toUpperCase()}\`$\{x}\\`;
export const drifting = () => ({ n: 2 });
