/** What a person is shown, in each language of answers: plain text, or a function of what it says it about. */
type Entry = string | ((...given: never[]) => unknown);
type Texts = Readonly<Record<string, Entry>>;
/** The same keys with the same arguments; the words differ. */
type Translated<T extends Texts> = { readonly [K in keyof T]: T[K] extends string ? string : T[K] };

/** A language that people are answered in. */
export type Tongue = 'en' | 'ru';

/** Both languages side by side: a key or an argument that one of them lacks does not compile. */
export function texts<const T extends Texts>(en: T, ru: Translated<T>): Readonly<Record<Tongue, Translated<T>>> {
  // A text is a text, whichever it is.
  return { en: en as Translated<T>, ru };
}
