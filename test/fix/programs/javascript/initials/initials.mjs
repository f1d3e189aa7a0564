// The first letters of the words of a name, in upper case.
export function initials(name) {
  return name
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => word[0].toUpperCase())
    .join();
}
