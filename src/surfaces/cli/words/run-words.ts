import { counted, russianForm } from '../../../domain/counted.ts';
import { texts } from '../../../domain/texts.ts';

/** How many rounds there are to be is no longer true of a round past them. */
const planned = (round: number, of: number, word: string): string => (round > of ? `${round}` : `${round} ${word} ${of}`);
const programs = (n: number): string => `${n} ${russianForm(n, 'программа', 'программы', 'программ')}`;

/** Why a reply gave no program that runs. */
const reasons: Readonly<Record<string, string>> = {
  empty: 'пустой ответ',
  truncated: 'ответ обрезан',
  'no-code': 'нет кода',
  syntax: 'синтаксис',
  'wrong-language': 'другой язык',
  ambiguous: 'неясно, какой код',
  refusal: 'отказ модели',
  'entry-missing': 'нет нужной функции',
};

/** All that the terminal says of a run, in the language of its request. Names of options, commands and paths stay as they are. */
export const runWords = texts(
  {
    // Before and between
    reading: 'reading the request',
    opening: 'opening model and sandbox',
    starting: 'starting',
    run: (id: string) => `run ${id}`,
    goingOn: 'going on from what is stored',
    seconds: (n: string) => `${n} s`,
    // Lines of progress
    labels: 'run resume contract tests round selection',
    demo: 'DEMO: a scripted model, not a real one',
    sandbox: (level: string) => `sandbox ${level}`,
    without: (what: string) => `without ${what}`,
    contractFrom: (source: string) => `(from the ${source})`,
    tests: (trusted: number, generated: number, inputs: number) =>
      `${trusted} trusted, ${generated} generated, ${inputs} inputs to tell candidates apart`,
    candidates: (n: number) => `${n} candidates`,
    repairs: (n: number, parent: string | undefined) => `${n} repairs of ${parent ?? 'the best candidate'}`,
    sameAs: (id: string) => `the same program as ${id}`,
    rejected: (reason: string) => `rejected, ${reason}`,
    reason: (reason: string) => reason,
    notRun: 'not run',
    ran: (what: string) => `ran: ${what === '' ? 'no calls' : what}`,
    outcome: (kind: 'value' | 'raised' | 'limit' | 'missing', n: number) =>
      `${n} ${{ value: n === 1 ? 'value' : 'values', raised: 'raised', limit: 'stopped at a limit', missing: 'no result' }[kind]}`,
    endedBy: (signal: string) => `ended by ${signal}`,
    selected: (id: string | null, groups: number) =>
      `${id ?? 'nothing'}${groups === 0 ? '' : ` of ${counted(groups, 'group')} by behaviour`}`,
    confidence: (share: string) => `confidence ${share}`,
    written: (written: number, of: number, run: number) => `${written} of ${of} written, ${run} run`,
    step: (done: number, of: number) => `${done} of ${of}`,
    planning: 'planning',
    proposing: 'proposing a signature',
    writingTests: 'writing tests',
    writingCandidates: 'writing candidates',
    sampling: 'sampling',
    repairing: 'repairing',
    closing: 'closing',
    // The live view
    readingState: 'Reading the request.',
    writingTestsState: 'Writing tests.',
    testsSoFar: (n: number) => `${counted(n, 'test')} so far`,
    comparingState: 'Comparing what the programs do.',
    leader: (share: string) => `the likeliest behaviour has ${share}`,
    roundState: (round: number, of: number) => `Round ${planned(round, of, 'of')}, writing programs.`,
    repairState: (round: number, of: number, parent: string | null) =>
      `Round ${planned(round, of, 'of')}, repairing ${parent ?? 'the best program'}.`,
    waitingState: 'Waiting for an answer.',
    settledState: (id: string | null, share: string) => `Settled on ${id ?? 'nothing'}, at ${share}.`,
    unsettledState: (id: string | null, share: string) => `Not settled: ${id ?? 'nothing'}, at ${share}.`,
    cancelledState: 'Cancelled.',
    failedState: 'Not solved.',
    tokens: (n: number) => `${n} tokens`,
    demoShort: 'DEMO: scripted',
    locked: 'locked',
    generated: 'generated',
    probes: 'probes',
    testsRow: 'tests',
    programs: (n: number) => counted(n, 'program'),
    moreCalls: (left: number, of: number) => `${left} of ${of} calls not shown: widen the window`,
    morePrograms: (n: number) => `${n} more ${n === 1 ? 'program' : 'programs'}`,
    moreGroups: (n: number) => `${n} more ${n === 1 ? 'behaviour' : 'behaviours'}`,
    // The summary
    status: (status: string) => status,
    uncalibrated: '(uncalibrated)',
    noExample: 'no trusted example',
    examples: (passed: number, of: number) => `${passed}/${of} trusted examples`,
    candidatesIn: (n: number, rounds: number) => `${counted(n, 'candidate')} in ${counted(rounds, 'round')}`,
    demoEnd: 'demo: the candidates were scripted; nothing here was written by a model',
    goOnWith: 'go on with:',
    next: 'next:',
    // The question
    disagree: 'The programs disagree:',
    elseTyped: 'something else: type the value',
    elseCommand: 'something else:',
    answered: 'answered:',
    answerWith: 'answer with:',
    thenGoOn: 'then go on: ',
    valueOf: (call: string) => `The value that ${call} should give:`,
    orAnother: '  or type another value',
    answerLater: 'answer it later:',
    // Keeping
    keepKey: 'k keeps it as a skill; any other key ends',
    keptAs: (name: string) => `kept as ${name}:`,
    // What would settle it
    sayWhichIsRight: (call: string, one: string, other: string) => `say what is right where they differ: ${call} (${one} or ${other})`,
    giveExample: (call: string) => `give an example of what it should do: ${call}`,
    sayWrong: 'say what is wrong: --task "…"',
    sayMore: 'say more clearly what goes in and what comes out, and look whether the examples are right',
    larger: (what: string) => `a larger model: ${what}`,
    thenWith: 'then',
    askForMore: (option: string) => `more programs, so that more can agree: ${option}`,
    oneMore: 'give one more example (-e), or more programs (-n)',
    oneMoreInChat: 'give one more example, as in "f(3) returns 6"',
    anew: 'give one more example (-e), or have it written anew (--no-skills)',
    // The evidence
    why: (id: string) => `why ${id}`,
    candidatesTitle: 'candidates',
    testsTitle: 'tests',
    groupsTitle: 'groups by behaviour',
    meaning: 'how far examples and agreement speak for it: a success has 0.95 or more; an order, not a rate of right programs',
    columns: 'call expected observed from',
    fromModel: (votes: number) => `model, ${counted(votes, 'vote')}`,
    inputOnly: 'input only',
    from: (origin: string) => ({ user: 'yours', answer: 'your answer', docstring: 'docstring', prose: 'request' })[origin] ?? origin,
    round: (n: number) => `round ${n}`,
    group: (id: number) => `group ${id}`,
    selectedMark: 'selected',
    posterior: (share: string, members: number) => `posterior ${share}, ${counted(members, 'candidate')}`,
    rival: (id: number, members: string, share: string) => `not group ${id} (${members}; ${share})`,
    differs: (call: string, there: string, here: string) => `${call} is ${there} there, ${here} here`,
    integrity: (kind: 'oracle-outside' | 'shared') =>
      `integrity: ${kind}: ${
        kind === 'shared'
          ? 'tests ran beside the program: tampering would be noticed at best'
          : 'the sandbox saw inputs only; results were compared outside it, so no program could read or forge them'
      }`,
    lock: (hash: string, tests: number, before: boolean, same: boolean) =>
      `lock      sha256 ${hash}… over ${counted(tests, 'trusted test')}, set ${before ? 'before the first program existed' : 'AFTER a program existed'}; ${
        same ? 'the stored tests still have it' : 'THE STORED TESTS HAVE ANOTHER ONE'
      }`,
    stub: (passed: number, of: number, which: string) =>
      `stub      a program without a body passes ${passed} of ${of} trusted tests${which === '' ? '' : `: ${which}`}`,
    mutants: (noticed: number, total: number, share: string) =>
      `mutants   your examples notice ${noticed} of ${total} small changes to the chosen program (${share})`,
    notNoticed: (what: string) => `; not ${what}`,
    line: (n: number) => `line ${n}`,
  },
  {
    reading: 'запрос читается',
    opening: 'открываются модель и песочница',
    starting: 'начало',
    run: (id) => `прогон ${id}`,
    goingOn: 'продолжение с сохранённого места',
    seconds: (n) => `${n} с`,
    labels: 'прогон дальше сигнатура тесты раунд выбор',
    demo: 'ДЕМОНСТРАЦИЯ: отвечает сценарий, а не модель',
    sandbox: (level) => `песочница ${level}`,
    without: (what) => `без: ${what}`,
    contractFrom: (source) =>
      `(откуда: ${({ signature: 'сигнатура', request: 'запрос', examples: 'примеры', model: 'модель', profile: 'профиль' } as Readonly<Record<string, string>>)[source] ?? source})`,
    tests: (trusted, generated, inputs) => `ваших ${trusted}, придумано ${generated}, входов для сравнения программ ${inputs}`,
    candidates: (n) => programs(n),
    repairs: (n, parent) => `${n} ${russianForm(n, 'правка', 'правки', 'правок')} ${parent ?? 'лучшей программы'}`,
    sameAs: (id) => `та же программа, что ${id}`,
    rejected: (reason) => `отвергнута, ${reason}`,
    reason: (reason) => reasons[reason] ?? reason,
    notRun: 'не запускалась',
    ran: (what) => (what === '' ? 'вызовов не было' : `запущена: ${what}`),
    outcome: (kind, n) =>
      `${n} ${
        {
          value: russianForm(n, 'значение', 'значения', 'значений'),
          raised: russianForm(n, 'ошибка', 'ошибки', 'ошибок'),
          limit: russianForm(n, 'остановка на пределе', 'остановки на пределе', 'остановок на пределе'),
          missing: 'без результата',
        }[kind]
      }`,
    endedBy: (signal) => `завершена сигналом ${signal}`,
    selected: (id, groups) =>
      `${id ?? 'ничего'}${groups === 0 ? '' : `, ${groups} ${russianForm(groups, 'группа', 'группы', 'групп')} по поведению`}`,
    confidence: (share) => `уверенность ${share}`,
    written: (written, of, run) => `написано ${written} из ${of}, запущено ${run}`,
    step: (done, of) => `${done} из ${of}`,
    planning: 'планируется',
    proposing: 'подбирается сигнатура',
    writingTests: 'пишутся тесты',
    writingCandidates: 'пишутся программы',
    sampling: 'пишутся программы',
    repairing: 'программа правится',
    closing: 'завершение',
    readingState: 'Запрос читается.',
    writingTestsState: 'Пишутся тесты.',
    testsSoFar: (n) => `пока ${n} ${russianForm(n, 'тест', 'теста', 'тестов')}`,
    comparingState: 'Сравнивается, что делают программы.',
    leader: (share) => `самое вероятное поведение: ${share}`,
    roundState: (round, of) => `Раунд ${planned(round, of, 'из')}, пишутся программы.`,
    repairState: (round, of, parent) => `Раунд ${planned(round, of, 'из')}, правится ${parent ?? 'лучшая программа'}.`,
    waitingState: 'Нужен ответ.',
    settledState: (id, share) => `Сошлось на ${id ?? 'пустом'}, ${share}.`,
    unsettledState: (id, share) => `Не сошлось: ${id ?? 'ничего'}, ${share}.`,
    cancelledState: 'Остановлен.',
    failedState: 'Не решено.',
    tokens: (n) => `${n} ${russianForm(n, 'токен', 'токена', 'токенов')}`,
    demoShort: 'ДЕМОНСТРАЦИЯ',
    locked: 'ваши',
    generated: 'придумано',
    probes: 'пробы',
    testsRow: 'тесты',
    programs,
    moreCalls: (left, of) => `не видно вызовов: ${left} из ${of}, расширьте окно`,
    morePrograms: (n) => `ещё ${programs(n)}`,
    moreGroups: (n) => `ещё ${n} ${russianForm(n, 'поведение', 'поведения', 'поведений')}`,
    status: (status) =>
      (
        ({ success: 'проверено', unsure: 'не уверен', clarify: 'нужен ответ', failed: 'не удалось', cancelled: 'прервано' }) as Readonly<
          Record<string, string>
        >
      )[status] ?? status,
    uncalibrated: '(не откалибровано)',
    noExample: 'примеров не дано',
    examples: (passed, of) => `примеров пройдено: ${passed} из ${of}`,
    candidatesIn: (n, rounds) => `${programs(n)} за ${rounds} ${russianForm(rounds, 'раунд', 'раунда', 'раундов')}`,
    demoEnd: 'демонстрация: отвечал сценарий; модель здесь ничего не писала',
    goOnWith: 'продолжить:',
    next: 'дальше:',
    disagree: 'Программы разошлись:',
    elseTyped: 'другое: введите значение',
    elseCommand: 'другое:',
    answered: 'принято:',
    answerWith: 'ответить: ',
    thenGoOn: 'продолжить:',
    valueOf: (call) => `Что должно дать ${call}:`,
    orAnother: '  или введите другое значение',
    answerLater: 'ответить позже:',
    keepKey: 'k сохранит программу как навык; любая другая клавиша завершит',
    keptAs: (name) => `сохранено как ${name}:`,
    sayWhichIsRight: (call, one, other) => `скажите, что верно там, где они расходятся: ${call} (${one} или ${other})`,
    giveExample: (call) => `дайте пример того, что нужно: ${call}`,
    sayWrong: 'скажите, что не так: --task "…"',
    sayMore: 'скажите яснее, что на входе и что на выходе, и проверьте примеры',
    larger: (what) => `модель побольше: ${what}`,
    thenWith: 'затем',
    askForMore: (option) => `больше программ, чтобы согласных стало больше: ${option}`,
    oneMore: 'дайте ещё один пример (-e) или больше программ (-n)',
    oneMoreInChat: 'дайте ещё один пример, скажем «f(3) возвращает 6»',
    anew: 'дайте ещё один пример (-e) или закажите программу заново (--no-skills)',
    why: (id) => `почему ${id}`,
    candidatesTitle: 'программы',
    testsTitle: 'тесты',
    groupsTitle: 'группы по поведению',
    meaning: 'насколько за неё говорят примеры и согласие программ: у проверенной 0.95 и больше; это порядок, а не доля верных программ',
    columns: 'вызов ожидалось получено откуда',
    fromModel: (votes) => `модель, ${votes} ${russianForm(votes, 'голос', 'голоса', 'голосов')}`,
    inputOnly: 'только вход',
    from: (origin) =>
      (({ user: 'ваш', answer: 'ваш ответ', docstring: 'описание', prose: 'запрос' }) as Readonly<Record<string, string>>)[origin] ??
      origin,
    round: (n) => `раунд ${n}`,
    group: (id) => `группа ${id}`,
    selectedMark: 'выбрана',
    posterior: (share, members) => `вероятность ${share}, ${programs(members)}`,
    rival: (id, members, share) => `не группа ${id} (${members}; ${share})`,
    differs: (call, there, here) => `${call}: там ${there}, здесь ${here}`,
    integrity: (kind) =>
      `целостность: ${kind}: ${
        kind === 'shared'
          ? 'тесты шли рядом с программой: подделка в лучшем случае была бы замечена'
          : 'песочница видела только входы; результаты сравнивались снаружи, прочитать или подделать их нельзя'
      }`,
    lock: (hash, tests, before, same) =>
      `замок     sha256 ${hash}… на ${tests} ${russianForm(tests, 'ваш тест', 'ваших теста', 'ваших тестов')}, поставлен ${
        before ? 'до первой программы' : 'ПОСЛЕ первой программы'
      }; ${same ? 'сохранённые тесты ему отвечают' : 'У СОХРАНЁННЫХ ТЕСТОВ ОН ДРУГОЙ'}`,
    stub: (passed, of, which) => `заглушка  программа без тела проходит ${passed} из ${of} ваших тестов${which === '' ? '' : `: ${which}`}`,
    mutants: (noticed, total, share) =>
      `мутанты   ваши примеры замечают ${noticed} из ${total} малых изменений выбранной программы (${share})`,
    notNoticed: (what) => `; не замечено: ${what}`,
    line: (n) => `строка ${n}`,
  },
);
