// `\b` knows no Cyrillic, so words are delimited by hand.
export const wordStart = '(?<![\\p{L}\\p{N}_])';

/** One of the alternatives as a whole word, in any case. */
export const wholeWord = (alternatives: string): RegExp => new RegExp(`${wordStart}(?:${alternatives})(?![\\p{L}\\p{N}_])`, 'iu');

/** What a request asks for, beside the name of a language, in English and Russian. */
export const writtenThings =
  'functions?|programs?|code|scripts?|methods?|class|modules?|snippets?|implementations?|one-liners?|функци\\p{L}*|программ\\p{L}*|код\\p{L}*|скрипт\\p{L}*';

/** What may follow a language that something is written in: `in Rust.`, `in Rust that …`, and not `in Rust notation`. */
export const phraseEnd =
  '(?=\\s*(?:$|[,;:!?()\\n]|\\.(?!\\p{L})|[-–—]\\s|(?:that|which|to|for|with|called|named|котор\\p{L}*|что|для)(?!\\p{L})))';
