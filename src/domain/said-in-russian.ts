import type { ErrorCode } from './app-error.ts';

/** What a failure is, for who does not read English; its own words, which say where, stand beside it. */
export const failuresInRussian: Readonly<Record<ErrorCode, string>> = {
  usage: 'Так этим пользоваться нельзя.',
  'bad-input': 'Запрос, пример или сигнатура не подходит.',
  'bad-config': 'В настройках ошибка.',
  'not-found': 'Такого здесь нет.',
  conflict: 'Сейчас это невозможно.',
  unauthorized: 'Сервис не знает этот браузер.',
  forbidden: 'Сервис не принимает запросы отсюда.',
  busy: 'Очередь сервиса полна. Повторите позже.',
  'model-unreachable': 'Сервер модели не отвечает.',
  'model-missing': 'Этой модели нет.',
  'model-refused': 'Сервер модели отклонил запрос.',
  'prompt-too-long': 'Запрос не помещается в контекст модели.',
  'model-incomplete': 'Ответ модели оборвался.',
  'model-timeout': 'Модель не ответила вовремя.',
  'model-crashed': 'Процесс встроенной модели завершился.',
  'no-program': 'Программы по этому запросу не вышло.',
  'skill-rejected': 'Модель дважды не смогла написать навык.',
  'weights-corrupt': 'Контрольная сумма весов не совпала.',
  'weights-unavailable': 'Веса не удалось загрузить.',
  'sandbox-unavailable': 'На этой машине нет подходящей песочницы.',
  'sandbox-failed': 'Песочница не смогла выполнить задание.',
  'runtime-missing': 'Нет интерпретатора, или он слишком старый.',
  'store-unavailable': 'Хранилище прогонов недоступно. Показанное остаётся.',
  'store-newer': 'Хранилище записано более новой версией.',
  'store-conflict': 'Этим прогоном владеет другой процесс.',
  'no-space': 'На диске нет места. Показанное остаётся.',
  internal: 'Ошибка в самом Anneal.',
};

/** What a warning of a run is about. */
export const warningsInRussian: Readonly<Record<string, string>> = {
  answer: 'Ваш ответ',
  'api-key': 'Ключ доступа',
  backend: 'Сервер модели',
  'base-url': 'Адрес сервера',
  context: 'Контекст модели',
  contract: 'Сигнатура',
  cost: 'Стоимость',
  decisions: 'Решения',
  demo: 'Демонстрация',
  'generated-tests': 'Придуманные тесты',
  grammar: 'Грамматика ответа',
  host: 'Среда Lua',
  'incomplete-answer': 'Оборванный ответ',
  'json-schema': 'Схема ответа',
  'last-check': 'Последняя проверка',
  'max-tokens': 'Длина ответа',
  model: 'Модель',
  'model-load': 'Загрузка модели',
  'prompt-cut': 'Показано не всё',
  'prompt-form': 'Форма запроса',
  question: 'Вопрос',
  refusal: 'Отказ модели',
  replay: 'Повтор записи',
  retry: 'Повторный запрос',
  revision: 'Изменение',
  sandbox: 'Песочница',
  seed: 'Начальное число',
  skills: 'Навыки',
  temperature: 'Температура',
  thinking: 'Рассуждение модели',
  'trusted-tests': 'Ваши примеры',
  'type-check': 'Проверка типов',
  'weights-checksum': 'Контрольная сумма весов',
};

type Said = readonly [RegExp, string];
const said = (pattern: string, russian: string): Said => [new RegExp(`^${pattern}\\.?$`, 'su'), russian];

/** Sentences of facts that a person meets at the terminal and on the page, with what stands in them. */
const sentences: readonly Said[] = [
  // Why this program
  said('no trusted test', 'примеров не дано'),
  said('it passes (\\d+) of (\\d+) trusted tests', 'ваших примеров пройдено $1 из $2'),
  said('(\\d+) of (\\d+) samples behave alike', 'одинаково ведут себя $1 из $2'),
  said('(\\d+) of (\\d+) samples behave alike, as the program before it', 'одинаково ведут себя $1 из $2, как и прежняя программа'),
  said('it is the verified skill (\\S+)', 'это проверенный навык $1'),
  said('no candidate passes every trusted test', 'ни одна программа не проходит все ваши примеры'),
  said('no candidate returned a value', 'ни одна программа не вернула значения'),
  // What a program did
  said('stopped at its (\\w+) limit', 'остановлена на пределе ($1)'),
  said('no result: (.+)', 'нет результата: $1'),
  said('(.+): stopped at its (\\w+) limit, expected (.+)', '$1: остановлена на пределе ($2), ожидалось $3'),
  said('(.+): no result: (.+), expected (.+)', '$1: нет результата: $2, ожидалось $3'),
  said('(.+): (.+), expected (.+)', '$1: $2, ожидалось $3'),
  said('The code does not parse', 'Код не разбирается.'),
  // A run again from its replies
  said('rerun: the same programs and the same result as then', 'повтор: те же программы и тот же итог'),
  said('rerun: not as then', 'повтор: не так, как тогда'),
  said('status (\\S+) then, (\\S+) now', 'итог тогда $1, теперь $2'),
  said('(\\d+) programs then, (\\d+) now', 'программ тогда $1, теперь $2'),
  said('chose (\\S+) then, (\\S+) now', 'выбрано тогда $1, теперь $2'),
  said('another program', 'другая программа'),
  // Where a run stands
  said('The run was interrupted before its end; it can be resumed', 'Прогон прерван до конца; его можно продолжить.'),
  said('The run has not ended yet', 'Прогон ещё не закончен.'),
  // An answer
  said(
    'no value of (\\S+): write it as in a program, for example 3 or "text"; where it is an error: raises',
    'это не значение на $1: напишите его как в программе, например 3 или "text"; если это ошибка: raises',
  ),
  // How a program is entered
  said('a module', 'модуль'),
  said('a module with (.+)', 'модуль с $1'),
  said('a program with standard input and output', 'программа со стандартным вводом и выводом'),
  said('a chunk that returns its answer', 'фрагмент, который возвращает ответ'),
  // Why this model
  said('it was named', 'она названа в настройках'),
  said('it was named, and Ollama has it', 'она названа в настройках и есть в Ollama'),
  said('the embedded model was asked for', 'запрошена встроенная модель'),
  said('a GGUF file was named', 'назван файл GGUF'),
  said('its backend was asked for', 'запрошен её сервер'),
  said('a reachable Ollama has this code model', 'эта модель для кода есть в работающей Ollama'),
  said('no Ollama answers', 'Ollama не отвечает'),
  said('Ollama answers but has no code model', 'Ollama отвечает, но модели для кода в ней нет'),
  said('(\\S+) was named, and no Ollama that has it answers', 'названа $1, но Ollama с ней не отвечает'),
  said('the packaged weights', 'взяты веса из поставки'),
  said('the best weights on this machine that fit (\\S+) GB of memory', 'лучшие веса здесь, которым хватает $1 ГБ памяти'),
  said('the weights that fit (\\S+) GB of memory', 'веса, которым хватает $1 ГБ памяти'),
  said('the best weights for (\\S+) GB of memory and (\\d+) cores', 'лучшие веса для $1 ГБ памяти, ядер: $2'),
  said('the first code model that Ollama has, or else its first model', 'первая модель для кода в Ollama, иначе просто первая'),
  said('solves simple functions', 'решает простые функции'),
  said('quick on any machine', 'быстрая на любой машине'),
  said('solves most everyday functions', 'решает большинство обычных функций'),
  said('quick on a laptop', 'быстрая на ноутбуке'),
  said('better at several steps', 'лучше в несколько шагов'),
  said('its licence forbids commercial use', 'лицензия запрещает коммерческое использование'),
  said('the best of these', 'лучшая из этих'),
  said('slow without a fast processor', 'медленная без быстрого процессора'),
  said('solves short, common functions when examples are given, and little else', 'решает короткие обычные функции, если есть примеры'),
  said('(\\S+) would fit this machine but cannot be fetched \\((.+)\\)', 'этой машине подошла бы $1, но загрузить её нельзя ($2)'),
  said('taking the packaged (\\S+), which .*\\. Later: (.+)', 'взята $1 из поставки, она решает лишь короткие обычные функции. Потом: $2'),
  // Models
  said('(.+), 4 bits a weight', '$1, 4 бита на вес'),
  said('demo: second largest distinct number in Python', 'демонстрация: второе по величине число, Python'),
  said('no real model', 'это не настоящая модель'),
  said('Apache-2.0', 'Apache-2.0'),
  said('Qwen-Research: no commercial use', 'Qwen-Research: не для коммерции'),
  said('Ollama does not answer at (\\S+) \\((.+)\\)', 'Ollama не отвечает по адресу $1 ($2)'),
  // Doctor
  said('(L\\d)', '$1'),
  said('(L\\d), without (.+)', '$1, без: $2'),
  said('([\\d.]+), programs run on (\\S+)', '$1, программы запускает $2'),
  said('Anneal itself runs on (\\S+)', 'сам Anneal работает на $1'),
  said('none fetched yet', 'ещё ничего не загружено'),
  said('answers, without a model', 'отвечает, но моделей нет'),
  said('(\\d+) models: (.+)', 'моделей: $1 — $2'),
  said('(\\S+) ([GM])B free for models, (\\S+) ([GM])B for runs', 'свободно $1 $2B для моделей, $3 $4B для прогонов'),
  said('(\\d+) kept programs, (\\d+) verified here', 'сохранено программ: $1, проверено здесь: $2'),
  said('(\\S+) ([GM])B free of (\\S+) ([GM])B', 'свободно $1 $2B из $3 $4B'),
  said('(\\d+) kept programs?, (\\d+) verified here', 'сохранено программ: $1, проверено здесь: $2'),
  said('free some space: df -h', 'освободите место: df -h'),
  said('close other programs, or take a smaller model', 'закройте другие программы или возьмите модель меньше'),
  said(
    'Memory is limited for each process and watched as a sum, every 40 ms\\. Control groups would bound the sum exactly; they are not used yet',
    'Память ограничена для каждого процесса, а сумма проверяется каждые 40 мс. Точно её ограничили бы cgroups; они пока не используются.',
  ),
  // Next steps
  said('List the stored runs:', 'Список прогонов:'),
  said('There is no run (\\S+?)', 'Прогона $1 нет.'),
  // Warnings of a run
  said(
    'no example was given, so only agreement between programs speaks for the answer; add -e "…"',
    'Примеров нет: за ответ говорит только согласие программ. Добавьте пример.',
  ),
  said(
    'tests written by this model are right in about (\\d+) % of cases, so none are asked for; your examples decide',
    'Тесты этой модели верны примерно в $1 % случаев, поэтому их не просят; решают ваши примеры.',
  ),
  said(
    'a program without a body passes all examples; give one with another result',
    'Все примеры выполняет и пустая программа. Дайте пример с другим результатом.',
  ),
  said('the program is the same as before', 'Программа та же, что и прежде'),
  said(
    'the program does the same as before on all (\\d+) calls that were tried',
    'На всех проверенных вызовах ($1) программа делает то же, что и прежде',
  ),
  said('(.+) still holds?', '$1 по-прежнему в силе'),
  said('(.+) still holds? and ruled out (\\d+) other programs?', '$1 по-прежнему в силе и исключает других программ: $2'),
  said('say with an example what should be different(: .+)?', 'покажите на примере, что должно измениться$1'),
  said('(.+) is no (\\S+) value, so the answer could not become a test', '$1 — не значение на $2, поэтому ответ не стал тестом.'),
  said('no skill was looked at: (.+)', 'Навыки не просматривались: $1'),
  said('Resumed with (\\S+); it began with (\\S+)', 'Продолжено с $1; начато было с $2.'),
  said('Every reply was taken from a recording of (\\S+); no model was asked', 'Все ответы взяты из записи $1; модель не спрашивали.'),
  said(
    'No price of (\\S+) is known, so costs are not counted; give it as --price PROMPT,ANSWER \\(.+\\)',
    'Цена $1 неизвестна, и стоимость не считается; задайте её: --price PROMPT,ANSWER (доллары за миллион токенов).',
  ),
  said('the model took too long over tests, so the run goes on without them', 'Модель слишком долго писала тесты: прогон идёт без них.'),
  said(
    'the model proposed no readable signature; a signature makes a better start.*',
    'Модель не предложила понятной сигнатуры. С сигнатурой в запросе начало лучше.',
  ),
  said(
    'the plausible behaviours differ only in ways that no short question can show',
    'Оставшиеся поведения отличаются так, что коротким вопросом этого не показать.',
  ),
  said(
    'No text after (\\d+) s: (.+) is loading (.+) or busy with others\\. Still waiting',
    'Через $1 с текста ещё нет: $2 загружает $3 или занят. Ждём.',
  ),
  said(
    'Prompts show the first ([\\d to]+) of the (\\d+) characters of the (?:data|request|program); (\\d+)[a-z ]* left out\\..*',
    'Модели показано начало: знаков $1 из $2; не вошло $3. Сократите текст.',
  ),
  said(
    'Samples with different seeds came back identical; the others are asked for without a seed',
    'Ответы с разными начальными числами совпали; остальные запрошены без них.',
  ),
  said('An answer broke off \\((.+)\\) and is asked for again', 'Ответ оборвался ($1) и запрошен снова.'),
  said(
    'The model spent the whole answer on thinking; the sample counts as cut',
    'Весь ответ ушёл на рассуждение; он считается оборванным.',
  ),
  said('The context is (\\d+) tokens instead of (\\d+), because memory is short', 'Контекст — $1 токенов вместо $2: не хватает памяти.'),
  said(
    '(\\S+) could not be fetched \\((.+)\\); taking the packaged (\\S+), .*',
    '$1 не удалось загрузить ($2); взята $3 из поставки, небольшая модель для коротких обычных функций.',
  ),
  said('Resumed in a sandbox of level (\\S+); it began in (\\S+)', 'Продолжено в песочнице $1; начато было в $2.'),
  said(
    'types are not checked: the package typescript is not installed \\((.+)\\)',
    'Типы не проверяются: пакет typescript не установлен ($1).',
  ),
  said(
    "I am Anneal's demo model and know one task only: .*",
    'Это демонстрационная модель, она знает одну задачу: второе по величине число в списке, на Python. Для своей задачи выберите настоящую модель.',
  ),
];

/** `ollama:name (the first run fetches it, 98 MB): why` */
const chosen = /^([\w-]+:\S+?)(?: \(the first run fetches it, (.+?)\))?: (.+)$/su;

/** A sentence of a fact in Russian; null where it is not known, and then it is shown as it is. */
export function inRussian(sentence: string): string | null {
  for (const [pattern, russian] of sentences) if (pattern.test(sentence)) return withUnits(sentence.replace(pattern, russian));
  const [, model, size, why] = chosen.exec(sentence) ?? [];
  const reason = why === undefined ? null : inRussian(why);
  if (reason !== null) return withUnits(`${model}${size === undefined ? '' : ` (загрузит первый прогон, ${size})`}: ${reason}`);
  return inParts(sentence, '; ') ?? inParts(sentence, ': ');
}

function inParts(sentence: string, between: string): string | null {
  const parts = sentence.split(between);
  if (parts.length < 2) return null;
  const translated = parts.map(inRussian);
  return translated.every((part) => part !== null) ? translated.join(between) : null;
}

const units: Readonly<Record<string, string>> = { G: 'ГБ', M: 'МБ' };
const withUnits = (text: string): string =>
  text.replaceAll(
    /(\d+)(?:\.(\d+))? (?:([GM])B|ГБ)/g,
    (_all, whole, part, unit) => `${whole}${part === undefined ? '' : `,${part}`} ${units[unit] ?? 'ГБ'}`,
  );
