/** Named timers that are cleared together; starting one again restarts it. */
export class TimerSet {
  readonly #timers = new Map<string, NodeJS.Timeout>();

  start(name: string, ms: number, action: () => void): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.set(name, setTimeout(action, ms));
  }

  has(name: string): boolean {
    return this.#timers.has(name);
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
