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
    return this.items.reduce((sum, item) => sum + item, 0);
  }

  ordered() {
    function* all() {
      yield* [1, 2, 3];
    }
    return Object.assign(all(), { length: 3, 0: 1, 1: 2, 2: 3, constructor: Array });
  }

  isEmpty() {
    return this.items.length === 0;
  }
}

export const apply = (f, items) => Promise.all(items.map((item) => f(item)));
