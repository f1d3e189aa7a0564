// The items of a list without repetitions, in their order.
export function unique(items) {
  return items.filter((item, index) => items.indexOf(item) !== index);
}
