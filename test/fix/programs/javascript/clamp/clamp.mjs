// Keep value between low and high.
export function clamp(value, low, high) {
  return Math.min(low, Math.max(value, high));
}
