import { shownShare } from '../../../src/domain/shown-share.ts';

/** Numbers, plurals and dates as one language writes them. */
export type Words = {
  readonly number: (value: number, options?: Intl.NumberFormatOptions) => string;
  /** A share as whole per cent, never more than it is. */
  readonly percent: (share: number) => string;
  /** Milliseconds as seconds with one decimal, without the unit. */
  readonly seconds: (ms: number) => string;
  /** The form of a noun for a count, e.g. `few(2, 'program', 'programs')`; Russian has three. */
  readonly form: (count: number, one: string, few: string, many?: string) => string;
  readonly date: (at: number) => string;
};

function wordsOf(locale: string): Words {
  const rules = new Intl.PluralRules(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const plain = new Intl.NumberFormat(locale);
  const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return {
    number: (value, options) => (options === undefined ? plain : new Intl.NumberFormat(locale, options)).format(value),
    percent: (share) => percent.format(shownShare(share)).replace(/\s?%/, '\u00a0%'),
    seconds: (ms) => tenths.format(ms / 1000),
    form: (count, one, few, many = few) => {
      const rule = rules.select(count);
      if (rule === 'one') return one;
      return rule === 'few' ? few : many;
    },
    date: (at) => date.format(at),
  };
}

export const en = wordsOf('en');
export const ru = wordsOf('ru');
