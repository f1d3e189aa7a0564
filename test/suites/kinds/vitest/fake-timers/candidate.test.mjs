import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { debounce, every, later, today, wrongDelay } from './candidate.mjs';

describe('with a clock of its own', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('debounces', () => {
    const f = vi.fn();
    const g = debounce(f, 100);
    g(1);
    vi.advanceTimersByTime(99);
    g(2);
    vi.advanceTimersByTime(99);
    expect(f).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(f).toHaveBeenCalledTimes(1);
    expect(f).toHaveBeenCalledWith(2);
  });
  it('repeats', () => {
    const f = vi.fn();
    const stop = every(f, 10);
    vi.advanceTimersByTime(35);
    expect(f).toHaveBeenCalledTimes(3);
    stop();
    vi.advanceTimersByTime(100);
    expect(f).toHaveBeenCalledTimes(3);
    expect(vi.getTimerCount()).toBe(0);
  });
  it('waits', async () => {
    const promise = later(60_000);
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(promise).resolves.toBe('done');
  });
  it('runs all', () => {
    const f = vi.fn();
    debounce(f, 5000)('x');
    vi.runAllTimers();
    expect(f).toHaveBeenCalledOnce();
    expect(vi.isFakeTimers()).toBe(true);
  });
  it('sets the date', () => {
    vi.setSystemTime(new Date('2021-03-04T00:00:00Z'));
    expect(today()).toBe('2021-03-04');
    vi.advanceTimersByTime(24 * 3600 * 1000);
    expect(today()).toBe('2021-03-05');
  });
  it('is too slow', () => {
    const f = vi.fn();
    wrongDelay(f);
    vi.advanceTimersByTime(1000);
    expect(f).toHaveBeenCalled();
  });
  it('runs what is waiting only', () => {
    const f = vi.fn();
    setTimeout(() => setTimeout(f, 1), 1);
    vi.runOnlyPendingTimers();
    expect(f).not.toHaveBeenCalled();
    vi.advanceTimersToNextTimer();
    expect(f).toHaveBeenCalled();
  });
});
it('has the real clock again', () => {
  expect(vi.isFakeTimers()).toBe(false);
  expect(Number(today().slice(0, 4))).toBeGreaterThan(2023);
});
