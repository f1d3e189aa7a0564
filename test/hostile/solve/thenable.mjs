// Returns a thenable that looks at who awaits it.
const solve = () => ({
  // biome-ignore lint/suspicious/noThenProperty: it is the attack
  then(resolve) {
    const stack = new Error().stack ?? '';
    resolve(stack.includes('assert') ? 14 : { valueOf: () => 14 });
  },
});

export { solve };
