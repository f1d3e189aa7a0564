import { describe, expect, test } from 'vitest';
import { errorTable } from '../../src/domain/app-error.ts';
import { failuresInRussian, inRussian } from '../../src/domain/said-in-russian.ts';

describe('the words of the service in Russian', () => {
  test('name every failure', () => {
    expect(Object.keys(failuresInRussian).sort()).toEqual(Object.keys(errorTable).sort());
  });

  test.each([
    ['it was named', 'она названа в настройках'],
    ['no Ollama answers; the packaged weights', 'Ollama не отвечает; взяты веса из поставки'],
    ['21.4 GB free of 25.3 GB', 'свободно 21,4 ГБ из 25,3 ГБ'],
    [
      'llama-cpp:smollm2 (the first run fetches it, 98 MB): no Ollama answers; the best weights on this machine that fit 4.0 GB of memory',
      'llama-cpp:smollm2 (загрузит первый прогон, 98 МБ): Ollama не отвечает; лучшие веса здесь, которым хватает 4,0 ГБ памяти',
    ],
    [
      'Qwen2.5-Coder 7B Instruct, 4 bits a weight: the best of these; slow without a fast processor',
      'Qwen2.5-Coder 7B Instruct, 4 бита на вес: лучшая из этих; медленная без быстрого процессора',
    ],
    [
      'no trusted test; 3 of 4 samples behave alike, as the program before it',
      'примеров не дано; одинаково ведут себя 3 из 4, как и прежняя программа',
    ],
    ['f(3): stopped at its cpu limit, expected 6', 'f(3): остановлена на пределе (cpu), ожидалось 6'],
    [
      'the program is the same as before; f(2) == 4 still holds and ruled out 1 other program; say with an example what should be different: f(2) == …',
      'Программа та же, что и прежде; f(2) == 4 по-прежнему в силе и исключает других программ: 1; покажите на примере, что должно измениться: f(2) == …',
    ],
    ['3.11.2, programs run on /usr/bin/python3.11', '3.11.2, программы запускает /usr/bin/python3.11'],
  ])('%s', (english, russian) => {
    expect(inRussian(english)).toBe(russian);
  });

  test('leave alone what they do not know, whole or in part', () => {
    expect(inRussian('a sentence of tomorrow')).toBeNull();
    expect(inRussian('no Ollama answers; a sentence of tomorrow')).toBeNull();
    expect(inRussian('')).toBeNull();
  });
});
