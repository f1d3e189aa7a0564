// Words by their first letter.
export function group(words) {
  const groups = {};
  for (const word of words) {
    groups[word[0]] = [];
    groups[word[0]].push(word);
  }
  return groups;
}
