import { requestWords } from '../prompts/request-words.ts';

/** Words that say nothing of what a program does. */
const fillers = requestWords(
  `a about am an and any are as at be but by can code could create do does for from function get give given got has have how i if in into is it
   its just let make many may me method much must my need no not of on or other our out please program return s script shall she should so
   some tell than that the their them then there these they this those to too up us use using want was way we what when where which
   who will with within would write you your`,
);

/** The words of a text that say what it is about: stemmed, each once, Russian ones in English as far as the glossary goes. */
export const contentWords = (text: string): readonly string[] => [...requestWords(text)].filter((word) => !fillers.has(word));
