export const load = (id) => `real ${id}`;
