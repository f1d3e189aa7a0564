import type { Wording } from '../../../../src/domain/said.ts';
import { ru } from '../words.ts';

const weights = ({ about }: { readonly about: string }): string => `${about}, 4 бита на вес`;

/** Why a model is taken, what may be expected of it, and what it does otherwise than asked. */
export const modelInRussian = {
  'choice-named': 'она названа в настройках',
  'choice-named-ollama': 'она названа в настройках и есть в Ollama',
  'choice-embedded': 'запрошена встроенная модель',
  'choice-backend': 'запрошен её сервер',
  'choice-file': 'назван файл GGUF',
  'choice-named-nowhere': ({ name }) => `названа ${name}, но Ollama с ней не отвечает`,
  'choice-ollama': 'эта модель для кода есть в работающей Ollama',
  'choice-no-code-model': 'Ollama отвечает, но модели для кода в ней нет',
  'choice-no-ollama': 'Ollama не отвечает',
  'choice-first-of-ollama': 'первая модель для кода в Ollama, иначе просто первая',
  'choice-only-of-server': 'единственная модель сервера',
  'choice-first-of-server': 'первая модель для кода на сервере, иначе просто первая',
  'choice-best-here': ({ gigabytes }) => `лучшие веса здесь, которым хватает ${gigabytes.replace('.', ',')} ГБ памяти`,
  'choice-best': ({ gigabytes, cores }) => `лучшие веса для ${gigabytes.replace('.', ',')} ГБ памяти, ядер: ${cores}`,
  'choice-fits': ({ gigabytes }) => `веса, которым хватает ${gigabytes.replace('.', ',')} ГБ памяти`,
  'choice-packaged': 'взяты веса из поставки',
  'expect-tiny': (of) => `${weights(of)}: решает короткие обычные функции, если есть примеры, и мало что ещё`,
  'expect-simple': (of) => `${weights(of)}: решает простые функции; быстрая на любой машине`,
  'expect-everyday': (of) => `${weights(of)}: решает большинство обычных функций; быстрая на ноутбуке`,
  'expect-steps': (of) => `${weights(of)}: лучше в несколько шагов; лицензия запрещает коммерческое использование`,
  'expect-best': (of) => `${weights(of)}: лучшая из этих; медленная без быстрого процессора`,
  'better-unreachable': ({ name, why, packaged }) =>
    `этой машине подошла бы ${name}, но загрузить её нельзя (${why}); взята ${packaged} из поставки, она решает короткие обычные функции, если есть примеры. Потом: anneal models pull ${name}`,
  'better-not-fetched': ({ name, why, packaged }) =>
    `${name} не удалось загрузить (${why}); взята ${packaged} из поставки, небольшая модель для коротких обычных функций`,
  'listing-weights': ({ about, licence }) =>
    `${weights({ about })}; ${licence === 'Apache-2.0' ? licence : 'не для коммерции (Qwen-Research)'}`,
  'listing-demo': 'демонстрация: второе по величине число, Python; это не настоящая модель',
  'demo-other-task':
    'Это демонстрационная модель, она знает одну задачу: второе по величине число в списке, на Python. Для своей задачи выберите настоящую модель.',
  'slow-server': ({ seconds, server, name }) => `Через ${seconds} с текста ещё нет: ${server} загружает ${name} или занят. Ждём.`,
  'form-not-offered': ({ form, offered }) => `Эта модель не знает формы ${form}, только ${offered}.`,
  'same-samples': 'Ответы с разными начальными числами совпали; остальные запрошены без них.',
  'answer-broke-off': ({ why }) => `Ответ оборвался (${why}) и запрошен снова.`,
  'json-mended': 'Сервер потерял начало JSON; оно восстановлено.',
  'thought-only': 'Весь ответ ушёл на рассуждение; он считается оборванным.',
  'schema-not-kept': 'Сервер не выдержал схему и со второй попытки.',
  'schema-loose': ({ parts }) => `Модель здесь нельзя удержать в ${parts}, ответ может отличаться.`,
  'schema-not-enforced': ({ why }) => `Схему здесь нельзя навязать, ответ может отличаться: ${why}`,
  'no-schema': ({ server }) => `${server} не держит эту модель в схеме; проверяем только мы сами.`,
  'no-grammar': ({ server }) => `${server} не держит эту модель в грамматике; ответ ей не ограничен.`,
  'ollama-no-grammar': 'Ollama не принимает грамматик; ответ ей не ограничен.',
  'messages-no-grammar': 'Messages API не принимает грамматик; ответ ей не ограничен.',
  'messages-no-schema': 'Messages API принимает схемы только объектов; этой ответ не ограничен.',
  'messages-no-seed': 'Messages API не принимает начальных чисел: прогон нельзя повторить, только воспроизвести по записи.',
  'messages-temperature': ({ temperature }) => `Messages API принимает температуру до 1: вместо ${ru.number(temperature)} взята 1.`,
  'no-prefill': 'Модель не принимает начала своего ответа; запрошено без него.',
  declined: 'Модель отказалась отвечать; ответ считается оборванным.',
  'answer-capped': ({ room, wanted }) => `Модель пишет здесь не больше ${ru.number(room)} токенов вместо ${ru.number(wanted)}.`,
  'context-leaves': ({ room, wanted }) => `Контекст оставляет ответу ${ru.number(room)} токенов вместо ${ru.number(wanted)}.`,
  'context-short-memory': ({ tokens, wanted }) => `Контекст — ${ru.number(tokens)} токенов вместо ${ru.number(wanted)}: не хватает памяти.`,
  'context-small': ({ tokens, wanted }) => `Контекст модели — ${ru.number(tokens)} токенов, а нужно было ${ru.number(wanted)}.`,
  'context-assumed': ({ server, tokens }) => `${server} не говорит, каков контекст; принято ${ru.number(tokens)} токенов.`,
  'other-model': ({ has, asked }) => `В llama-server есть только ${has}; запрошена была ${asked}.`,
  'ollama-by-openai': ({ address }) =>
    `Это Ollama: её /v1 не умеет задавать контекст и молча обрезает длинные запросы. Лучше: --backend ollama --base-url ${address}`,
  'key-unencrypted': ({ variable }) => `Ключ из ${variable} идёт по сети незашифрованным; возьмите https.`,
  'route-left-out': ({ route, address }) => `${route} в конце адреса отброшено; адрес: ${address}`,
  'field-refused': ({ field, why }) => `Сервер не принимает ${field} для этой модели (${why}); запрошено без него.`,
  'asked-again': ({ why, seconds }) => `${why} Запрошено снова через ${seconds.replace('.', ',')} с.`,
  'prompt-not-recorded': ({ purpose }) => `Запрос (${purpose}) не такой, как в записи; записанный ответ всё равно использован.`,
} satisfies Partial<Wording>;
