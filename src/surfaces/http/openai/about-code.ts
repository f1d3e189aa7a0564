import { inferLanguage } from '../../infer-language.ts';
import { wholeWord } from '../../request-words.ts';
import { foreignLanguageIn, unavailableLanguage } from '../../unavailable-language.ts';

/** What programs such as editors ask of a model beside programs. Looked for where a prompt says what it wants: at its beginning. */
const chores: readonly (readonly [RegExp, string])[] = [
  [/\bcommit messages?\b/i, 'a commit message'],
  [
    /\bsummari[sz]e\b[^.\n]{0,80}\b(?:conversation|chat|discussion|messages)\b|\bsummary of\b[^.\n]{0,40}\b(?:conversation|chat)\b/i,
    'a summary',
  ],
  [/\b(?:title|tags|follow-up questions)\b[^.\n]{0,80}\b(?:chat|conversation|session|message)\b/i, 'words about a conversation'],
];
const beginning = 600;

const makes = wholeWord(
  'write|implement|create|make|build|generate|add|fix|repair|mend|change|modify|refactor|rewrite|rename|port|complete|finish|optimi[sz]e|extend|update|remove|improve|' +
    'напиши\\p{L}*|реализу\\p{L}*|созда\\p{L}*|сделай\\p{L}*|добав\\p{L}*|исправ\\p{L}*|измени\\p{L}*|перепиши\\p{L}*|допиши\\p{L}*|улучши\\p{L}*|удали\\p{L}*',
);
const questions = wholeWord(
  'explain|describe|why|what|how|who|when|where|which|tell me|is|are|does|do|did|' +
    'объясн\\p{L}*|опиши\\p{L}*|расскаж\\p{L}*|почему|зачем|что|чем|как|какой|какая|какие|когда|где|кто|сколько',
);
const programs = wholeWord(
  'functions?|programs?|scripts?|code|methods?|class|modules?|algorithms?|regex|one-liner|unit tests?|bug|stdin|stdout|' +
    'функци\\p{L}*|программ\\p{L}*|скрипт\\p{L}*|код\\p{L}{0,3}|алгоритм\\p{L}*|метод\\p{L}*|класс\\p{L}*|модул\\p{L}*',
);
const computes = wholeWord(
  'compute|calculate|parse|sort|reverse|convert|count|validate|compare|filter|merge|check (?:if|whether)|return|sum|find the|second[- ]largest|factorial|fibonacci|palindrome|' +
    'вычисл\\p{L}*|посчита\\p{L}*|отсортир\\p{L}*|разбер\\p{L}*|провер\\p{L}*|верн\\p{L}*|найд\\p{L}*|сумм\\p{L}*|получи\\p{L}*',
);
const statements = /\b\w+\([^()\n]*\)\s*(?:==|->|=>|returns?\b|raises\b|should\b|must\b|возвраща)/iu;
/** Written in no language that is run here, and no language either. */
const otherKinds = wholeWord('html|css|sql|bash|shell script|dockerfile|terraform|react|vue');

export type Wanted =
  | { readonly type: 'program' }
  | { readonly type: 'text'; readonly reason: string /** A line or a few, as for a title. */; readonly isShort: boolean };

/**
 * Whether a request asks for a program that can be run here, by rules. `hasCode`: a program is there that it may be about.
 * When in doubt it does not: the model's own words are labelled, a program nobody wanted is just wrong.
 */
export function whatIsWanted(system: string, text: string, hasCode: boolean): Wanted {
  const isText = (reason: string, isShort = false): Wanted => ({ type: 'text', reason, isShort });
  for (const [pattern, what] of chores) {
    if (pattern.test(system.slice(0, beginning)) || pattern.test(text.slice(0, beginning)))
      return isText(`the request asks for ${what}`, what !== 'a summary');
  }
  const language = inferLanguage({ task: text });
  const foreign = language === null ? (foreignLanguageIn(text) ?? unavailableLanguage(text) ?? otherKinds.exec(text)?.[0]) : undefined;
  if (foreign !== undefined && !hasCode) return isText(`programs of that kind (${foreign}) cannot be run here`);
  const making = makes.test(text);
  const first = (text.trim().match(/^\S+(?:\s+\S+)?/)?.[0] ?? '').replace(/^(?:please|can you|could you|пожалуйста),?\s*/iu, '');
  const asking = questions.exec(first)?.index === 0 || /\?\s*$/.test(text.trim());
  if (asking && !making && !statements.test(text)) return isText('the request asks a question');
  if (hasCode && (making || computes.test(text) || statements.test(text) || programs.test(text))) return { type: 'program' };
  if (statements.test(text) || (language !== null && (making || programs.test(text) || computes.test(text)))) return { type: 'program' };
  if (programs.test(text) && (making || computes.test(text) || /\b(?:that|which|to)\b|котор|чтобы/iu.test(text)))
    return { type: 'program' };
  if (computes.test(text) && !asking) return { type: 'program' };
  return isText('the request does not ask for a program');
}
