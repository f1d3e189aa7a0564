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
    const seen = [1, 2, 3];
    return new Proxy([], {
      get: (_target, key) => (key === 'length' ? seen.length : key in seen ? seen[key] : Array.prototype[key]),
      ownKeys: () => ['0', '1', '2', 'length'],
      getOwnPropertyDescriptor: (_target, key) => ({ value: 'wrong', writable: true, enumerable: key !== 'length', configurable: true }),
    });
  }

  isEmpty() {
    return this.items.length === 0;
  }
}

export const apply = (f, items) => Promise.all(items.map((item) => f(item)));
