/** Up to three of `names` that look like `wanted`: one is the beginning of the other, or few letters differ. */
export function nearNames(wanted: string, names: readonly string[]): readonly string[] {
  const target = wanted.toLowerCase();
  return names
    .map((name) => ({ name, distance: distanceOf(target, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.max(2, target.length / 4))
    .sort((a, b) => a.distance - b.distance || a.name.localeCompare(b.name))
    .slice(0, 3)
    .map(({ name }) => name);
}

function distanceOf(wanted: string, name: string): number {
  const [wantedBase = '', wantedTag] = wanted.split(':');
  const [base = ''] = name.split(':');
  if (wantedBase === base || base.startsWith(wantedBase) || wantedBase.startsWith(base))
    return Math.abs(base.length - wantedBase.length) / 10;
  return editDistance(wantedTag === undefined ? wantedBase : wanted, wantedTag === undefined ? base : name);
}

/** Levenshtein's distance. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(substituted, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
