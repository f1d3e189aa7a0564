/** Words between a value and what becomes of it. */
const becoming =
  'becomes?|turns?\\s+into|gives?|yields?|returns?|produces?|results?\\s+in|evaluates\\s+to|(?:will|should|must)\\s+(?:become|give|yield|return|produce)|' +
  'станет|становится|превра(?:щается|тится)\\s+в|(?:вы)?да[её]т|верн[её]т|возвращает|вернуть|верни|получ(?:ается|ится)|долж(?:ен|на|но|ны)\\s+(?:вернуть|возвращать|стать|дать)';

/** Words between a call and its value, in English and Russian; longer ones first. */
export const relationWords = `${becoming}|is\\s+(?:equal\\s+to|expected\\s+to\\s+(?:be|return))|is|(?:will|should|must)\\s+(?:be|equal)|equals?(?:\\s+to)?|будет|долж(?:ен|на|но|ны)\\s+быть|равн[оаы]|равен|это`;

/** What may stand between two values without a call: weaker words are said of many things. */
export const becomingWords = becoming;

/** Arrows and signs; spaces around them are not needed. */
export const relationSigns = '===|==|=>|-+>|→|➞|⇒';
