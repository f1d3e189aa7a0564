const englishRules = new Intl.PluralRules('en');
const russianRules = new Intl.PluralRules('ru');

/** A count with its noun in English, e.g. `1 program`, `2 programs`, `0 tries`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${englishRules.select(count) === 'one' ? one : many}`;

/** The one of three Russian forms that goes with a count, e.g. for 1, 2 and 5: `программа`, `программы`, `программ`. */
export function russianForm(count: number, one: string, few: string, many: string): string {
  const rule = russianRules.select(count);
  return rule === 'one' ? one : rule === 'few' ? few : many;
}
