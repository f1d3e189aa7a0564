import type { Wording } from '../../../../src/domain/said.ts';
import { ru } from '../words.ts';

const cut: Readonly<Record<string, readonly [what: string, advice: string]>> = {
  data: ['данных', 'Оставьте в данных то, что программе нужно знать.'],
  request: ['запроса', 'Сократите запрос.'],
  program: ['программы', 'Дайте отдельным файлом часть, которую надо изменить.'],
};

/** What the engine says of a run: its plan, and what it has to do without. */
export const runInRussian = {
  'plan-describes': 'запрос говорит, что написать',
  'plan-names': 'запрос называет, что написать',
  'plan-revises': 'есть программа, над которой работать',
  'plan-unclear': 'запрос не говорит, что программа должна делать',
  'plan-unclear-to-model': 'модель считает, что запрос не говорит, что программа должна делать',
  'retract-example': 'ваш пример говорит другое',
  'retract-answer': ({ question }) => `отменено ответом на вопрос ${question}`,
  'no-short-question': 'Оставшиеся поведения отличаются так, что коротким вопросом этого не показать.',
  'no-signature': 'Модель не предложила понятной сигнатуры. С сигнатурой в запросе начало лучше.',
  'tests-not-asked': ({ percent }) => `Тесты этой модели верны примерно в ${percent} % случаев, поэтому их не просят; решают ваши примеры.`,
  'tests-too-slow': 'Модель слишком долго писала тесты: прогон идёт без них.',
  'stub-passes': 'Все примеры выполняет и пустая программа. Дайте пример с другим результатом.',
  'no-example': 'Примеров нет: за ответ говорит только согласие программ. Добавьте пример.',
  'answer-no-value': ({ value, language }) => `${value} — не значение на ${language}, поэтому ответ не стал тестом.`,
  'decides-by-rules': ({ why }) => `${why}: решили правила.`,
  'revision-same': 'программа та же, что и прежде',
  'revision-does-the-same': ({ calls }) => `на всех проверенных вызовах (${ru.number(calls)}) программа делает то же, что и прежде`,
  'revision-held': ({ tests, ruledOut }) =>
    `${tests} по-прежнему в силе${ruledOut === 0 ? '' : ` и исключает других программ: ${ru.number(ruledOut)}`}`,
  'revision-say': ({ example }) => `покажите на примере, что должно измениться${example === '' ? '' : `: ${example}`}`,
  'resumed-model': ({ now, before }) => `Продолжено с ${now}; начато было с ${before}.`,
  'resumed-sandbox': ({ now, before }) => `Продолжено в песочнице ${now}; начато было в ${before}.`,
  'types-unchecked': 'Типы не проверяются: пакет typescript не установлен (npm install typescript).',
  'skills-not-looked-at': ({ why }) => `Навыки не просмотрены: ${why}`,
  replayed: ({ model }) => `Все ответы взяты из записи ${model}; модель не спрашивали.`,
  'price-unknown': ({ model }) =>
    `Цена ${model} неизвестна, поэтому затраты не считаются; задайте её: --price ЗАПРОС,ОТВЕТ (доллары США за миллион токенов).`,
  'last-check-failed': 'При повторном запуске тесты не прошли, поэтому это не успех.',
  'prompt-cut': ({ what, shown, length, left, atLeast }) =>
    `Модели показано начало ${cut[what]?.[0] ?? what}: знаков ${shown.replace(' to ', '–')} из ${ru.number(length)}, не вошло ${atLeast ? 'не меньше ' : ''}${ru.number(left)}. ${cut[what]?.[1] ?? ''}`,
} satisfies Partial<Wording>;
