export function editDistance(a, b) {
  const from = [...a];
  const to = [...b];
  let row = to.map((_, index) => index + 1);
  row.unshift(0);
  for (const [i, char] of from.entries()) {
    const next = [i + 1];
    for (const [j, other] of to.entries()) {
      next.push(Math.min(row[j + 1] + 1, next[j] + 1, row[j] + (char === other ? 0 : 1)));
    }
    row = next;
  }
  return row[to.length];
}
