import { AppError } from '../domain/app-error.ts';
import { languageIds } from '../domain/contract.ts';
import { languageOfWords } from './infer-language.ts';
import { phraseEnd, wordStart, writtenThings } from './request-words.ts';

type Name = {
  readonly title: string;
  /** A pattern of how it is typed. */
  readonly typed: string;
  /** It is a word as well: only with a capital letter. */
  readonly capital?: boolean;
  /** It means many things ("degrees in C"): only where another word says that a language is meant. */
  readonly letter?: boolean;
};

const plain = ['PHP', 'Kotlin', 'Scala', 'Haskell', 'Perl', 'Elixir', 'Erlang', 'Clojure', 'OCaml', 'Fortran', 'COBOL', 'MATLAB'];
const words = ['Go', 'Swift', 'Julia', 'Dart', 'Zig', 'Nim', 'Crystal', 'Pascal', 'Lisp', 'Scheme', 'Bash'];
const names: readonly Name[] = [
  { title: 'Rust', typed: 'rust|раст[еа]?' },
  { title: 'C++', typed: '[cс]\\+\\+|cpp|си\\+\\+' },
  { title: 'C#', typed: '[cс]#|csharp' },
  { title: 'F#', typed: 'f#' },
  { title: 'Go', typed: 'golang' },
  { title: 'Java', typed: 'java|джав[аеу]' },
  { title: 'Ruby', typed: 'ruby|руби' },
  { title: 'Objective-C', typed: 'objective-?c' },
  { title: 'PowerShell', typed: 'powershell' },
  ...plain.map((title) => ({ title, typed: title })),
  ...words.map((title) => ({ title, typed: title, capital: true })),
  ...['C', 'R', 'D'].map((title) => ({ title, typed: title, capital: true, letter: true })),
];

const asking =
  '(?:please\\s+)?(?:(?:write|create|make|implement|generate|build|code|give|show|i\\s+need|i\\s+want)\\s+)?(?:me\\s+)?(?:an?\\s+|some\\s+|the\\s+)?(?:(?:small|short|simple|fast|recursive|pure|single)\\s+)?';
const after = "(?![\\p{L}\\p{N}_+#]|['’-]\\p{L})";
/** A program may be about a language and written in another: `keywords used in Rust`. */
const notAbout =
  '(?<!(?:as|like|used|use|usable|valid|allowed|reserved|legal|defined|found|same|keywords?|identifiers?|comments?|strings?|literals?|syntax|names?)\\s)';

/** Clear forms alone: `in Rust`, `a Rust function`, `Rust: …`, `на Rust`. */
function formsOf({ typed, letter = false }: Name): readonly RegExp[] {
  const name = `(${typed})`;
  const pattern = (source: string): RegExp => new RegExp(source, 'iu');
  return [
    pattern(`^\\s*${asking}${name}(?:\\s+|-)(?:${writtenThings})(?!\\p{L})`),
    pattern(`^\\s*${name}\\s*:\\s`),
    pattern(`${wordStart}(?:на\\s+языке|in\\s+the\\s+language)\\s+${name}${after}`),
    pattern(`${wordStart}in\\s+(?:the\\s+)?${name}\\s+(?:programming\\s+)?language(?!\\p{L})`),
    ...(letter
      ? []
      : [
          pattern(`${wordStart}${notAbout}(?:in|using)\\s+${name}${after}${phraseEnd}`),
          pattern(`${wordStart}(?:на|используя)\\s+${name}${after}`),
        ]),
  ];
}

const anywhere = new RegExp(
  `${wordStart}(?:${names.flatMap(({ typed, capital }) => (capital === true ? [] : [typed])).join('|')})${after}`,
  'iu',
);

/** The first name of such a language in a text, whatever it is named for; only names that mean nothing else. */
export const foreignLanguageIn = (text: string): string | null => anywhere.exec(text)?.[0] ?? null;

const forms = names.flatMap((name) => formsOf(name).map((form) => ({ name, form })));

/** What a request is to be written in stands near its beginning, and requests come from strangers. */
const looked = 2000;

/** A language that a request asks for in plain words and that cannot be run here; null where it names one that can, or none. */
export function unavailableLanguage(task: string): string | null {
  if (languageOfWords(task) !== null) return null;
  const text = task.slice(0, looked);
  const found = forms.find(({ name, form }) => {
    const typed = form.exec(text)?.[1];
    return typed !== undefined && (name.capital !== true || typed[0] === typed[0]?.toUpperCase());
  });
  return found?.name.title ?? null;
}

/**
 * Refuses a request for a program in a language that Anneal lacks: one in another language would help nobody. `how` says how the
 * caller takes Python all the same. Throws `bad-input`.
 */
export function refuseUnavailable(task: string, how: string): void {
  const asked = unavailableLanguage(task);
  if (asked === null) return;
  throw new AppError(
    'bad-input',
    `the request asks for ${asked}, and programs in ${asked} cannot be run here`,
    `there are ${languageIds.join(', ')}; to have it in Python all the same: ${how}`,
  );
}
