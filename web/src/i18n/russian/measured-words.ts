import type { Wording } from '../../../../src/domain/said.ts';
import { ru } from '../words.ts';

type Share = { readonly right: number; readonly trials: number; readonly low: number; readonly high: number };
const counted = ({ right, trials, low, high }: Share): string =>
  `${right} из ${trials} (${ru.percent(right / Math.max(1, trials))}; доверительный интервал 95 %: от ${ru.percent(low)} до ${ru.percent(high)})`;
const rate = (tokens: number): string => ru.number(tokens, { maximumFractionDigits: tokens >= 10 ? 0 : 1 });

/** What was measured of a model. */
export const measuredInRussian = {
  'what-chat': 'диалог',
  'what-chat-prefill-examples': 'диалог с решёнными примерами и начатым ответом',
  'what-completion-examples': 'сплошной текст с решёнными примерами',
  'what-tests': 'придуманные тесты',
  'what-decisions': 'решения',
  'what-context': 'контекст',
  'what-schema': 'схема ответа',
  'what-thinking': 'рассуждение',
  'what-n': 'несколько ответов',
  'what-seeds': 'начальные числа',
  'what-speed': 'скорость',
  'what-time': 'время',
  'seen-note': ({ note }) => note,
  'seen-not-offered': 'этот сервер так не умеет',
  'seen-nothing': 'не измерено',
  'seen-programs': (share) => `верных программ: ${counted(share)}`,
  'form-unused': 'не используется',
  'form-used': 'программы запрашиваются в этой форме',
  'form-used-with-others': 'программы запрашиваются в этой форме и в других, где помогают примеры',
  'form-used-in-vain':
    'используется, хотя ни одна форма не дала верной программы: возьмите другую модель или дайте много примеров и программ (-n 64)',
  'seen-no-tests': ({ replies }) => `из ответов (${replies}) не удалось прочесть ни одного`,
  'seen-right': (share) => `верно ${counted(share)}`,
  'tests-vote': ({ share }) => `голосуют, каждый как верный в ${ru.percent(share)} случаев`,
  'tests-unused': 'придуманные тесты не используются: решают ваши примеры и согласие программ',
  'seen-decisions': (values) => `верно ${counted(values)}, наугад ${ru.percent(values.chance)}`,
  'seen-no-probabilities': 'вероятностей нет',
  'seen-label-mass': ({ share }) => `вес вариантов ${ru.percent(share)}`,
  'seen-same-letter': ({ share }) => `${ru.percent(share)} ответов — одна и та же буква`,
  'decides-well': 'достаточно хороша, чтобы спрашивать её; где есть правила, решают они',
  'decides-uncalibrated':
    'достаточно хороша, чтобы спрашивать её одним голосом: вероятностей она не показывает; где есть правила, решают они',
  'decides-badly': 'не лучше случая: решают простые правила',
  'seen-context': ({ declared, read }) => `объявлено токенов: ${ru.number(declared)}, прочитано целиком до ${ru.number(read)}`,
  'seen-repeated': ({ at }) => `слово из начала повторила при ${ru.number(at)}`,
  'seen-never-repeated': 'слово из начала не повторила ни разу',
  'seen-ended': ({ why }) => `закончено: ${why}`,
  'seen-ended-declared': 'закончено: достигнут объявленный контекст',
  'seen-ended-time': 'закончено: вышло время',
  'seen-ended-silence': 'закончено: ответа не было',
  'context-cut': 'запрос, который отклонён или обрезан, — ошибка, а не худший ответ; держите --context в этих пределах',
  'seen-held': (share) => `выдержана в ${counted(share)}`,
  'schema-checked': 'ответы по схеме проверяются в любом случае, что бы модель ни обещала',
  'seen-thinks': 'рассуждает прямо в ответах',
  'seen-no-thoughts': 'рассуждений в ответах нет',
  'thinking-cut': 'рассуждения вырезаются до чтения',
  'nothing-to-do': 'делать нечего',
  'seen-samples': ({ given, asked, distinct }) => `пришло ответов: ${given} из ${asked}, разных: ${distinct}`,
  'samples-many': 'несколько программ запрашиваются сразу',
  'samples-alike': 'ответы не различаются: больше программ ничего не даст',
  'seen-same-text': 'то же начальное число даёт тот же текст',
  'seen-other-text': 'то же начальное число даёт другой текст',
  'seeds-repeat': '--seed повторяет прогон на этой машине',
  'seeds-recorded': 'прогоны записываются: --seed их не повторяет',
  'seen-speed': ({ reading, single, together, samples, gain }) =>
    `${reading === null ? '' : `читает ${rate(reading)} ток./с, `}пишет ${rate(single)} ток./с, при ${samples} ответах сразу ${rate(together)} (в ${ru.number(gain, { maximumFractionDigits: 1 })} раза)`,
  'speed-together': 'ответы запрашиваются вместе',
  'speed-alone': 'вместе здесь едва ли быстрее, чем по одному',
  'seen-silence': ({ silent, questions }) => `без ответа вовремя осталось вопросов: ${silent} из ${questions}`,
  'silence-unmeasured': 'они считаются неизмеренными; дайте прогонам больше времени (--budget-seconds) или возьмите модель меньше',
} satisfies Partial<Wording>;
