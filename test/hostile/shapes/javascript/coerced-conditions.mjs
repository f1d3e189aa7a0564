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
    return this.items.toSorted();
  }

  isEmpty() {
    return new Proxy(() => false, { apply: () => false });
  }
}

export const apply = (f, items) => Promise.all(items.map((item) => f(item)));
