import { describe, expect, test } from 'vitest';
import { inEnglish, say, warned } from '../../src/domain/said.ts';
import { inRussian } from '../../web/src/i18n/service-words.ts';

describe('the words of the service', () => {
  test.each([
    [[say('choice-named')], 'it was named', 'она названа в настройках'],
    [
      [say('choice-no-ollama'), say('choice-best-here', { gigabytes: '4.0' })],
      'no Ollama answers; the best weights on this machine that fit 4.0 GB of memory',
      'Ollama не отвечает; лучшие веса здесь, которым хватает 4,0 ГБ памяти',
    ],
    [
      [say('check-model', { name: 'llama-cpp:smollm2', bytes: 98_362_432, present: false })],
      'llama-cpp:smollm2 (the first run fetches it, 98 MB)',
      'llama-cpp:smollm2 (загрузит первый прогон, 98 МБ)',
    ],
    [
      [say('seen-right', { right: 3, trials: 4, low: 0.3, high: 0.95 })],
      'right in 3 of 4 (75 %; 95 % interval 30 % to 95 %)',
      'верно 3 из 4 (75\u00a0%; доверительный интервал 95 %: от 30\u00a0% до 95\u00a0%)',
    ],
    [
      [say('prompt-cut', { what: 'data', shown: '800 to 2000', length: 5000, left: 3000, atLeast: true })],
      'Prompts show the first 800 to 2000 of the 5000 characters of the data; 3000 or more are left out. Shorten the data to what a program has to know of them.',
      'Модели показано начало данных: знаков 800–2000 из 5\u00a0000, не вошло не меньше 3\u00a0000. Оставьте в данных то, что программе нужно знать.',
    ],
  ])('are %j', (said, english, russian) => {
    expect(inEnglish(said)).toBe(english);
    expect(inRussian(said)).toBe(russian);
  });

  test('are left as they are where another version says what is not known here, whole or in part', () => {
    const unknown = { code: 'of-tomorrow', values: {} };
    expect(inRussian([unknown])).toBeNull();
    expect(inRussian([say('choice-no-ollama'), unknown])).toBeNull();
    expect(inRussian([{ code: 'toString', values: {} }])).toBeNull();
    expect(inRussian([])).toBeNull();
  });

  test('stand beside the sentence', () => {
    expect(warned('context', say('context-small', { tokens: 4096, wanted: 8192 }))).toEqual({
      feature: 'context',
      detail: "The model's context is 4096 tokens; 8192 were wanted.",
      detailSaid: [{ code: 'context-small', values: { tokens: 4096, wanted: 8192 } }],
    });
  });
});
