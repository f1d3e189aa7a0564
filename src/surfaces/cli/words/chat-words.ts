import { texts } from '../../../domain/texts.ts';

/** The commands of a session, and what they do. */
export const commandHelp = texts(
  {
    '/code': 'print the program',
    '/diff': 'what the last turn changed',
    '/tests': 'the trusted tests of the session',
    '/undo': 'back to the program and the tests before the last turn',
    '/save FILE': 'write the program to a file',
    '/keep': 'keep the program as a skill, which answers such requests without a model; /keep NAME names it',
    '/reset': 'forget everything and start anew',
    '/help': 'this list',
    '/exit': 'leave; exit, quit and Ctrl-D do too',
  },
  {
    '/code': 'показать программу',
    '/diff': 'что изменил последний ход',
    '/tests': 'ваши тесты в этом разговоре',
    '/undo': 'вернуть программу и тесты до последнего хода',
    '/save FILE': 'записать программу в файл',
    '/keep': 'сохранить программу как навык, который ответит без модели; /keep NAME даёт ему имя',
    '/reset': 'забыть всё и начать заново',
    '/help': 'этот список',
    '/exit': 'выйти; можно и exit, quit, выход или Ctrl-D',
  },
);

/** What `anneal chat` says beside its runs, in the language of the last message. Commands and options stay as they are. */
export const chatWords = texts(
  {
    anythingElse:
      'anything else is a request, a change to the program, or the answer to an open question; "f(3) returns 6" in it is a test; Up and Down find earlier messages that begin alike',
    leaves: 'Ctrl-C again leaves',
    cancelling: 'cancelling this turn; Ctrl-C again leaves',
    superseded: (old: string, by: string) => `superseded: ${old}   by ${by}`,
    kept: 'kept the program from before this turn, and its tests',
    dropped: (example: string) => `dropped: ${example}`,
    holdsAgain: (example: string) => `holds again: ${example}`,
    noProgram: 'there is no program yet: say what it should do',
    anew: 'started anew',
    noTests: 'no trusted test yet',
    noChange: 'the last turn changed nothing',
    undone: (message: string) => `undone: ${message}`,
    nothingNow: 'there is no program now',
    before: 'the program and the tests are those before it; /code prints it',
    nameFile: 'name the file: /save FILE',
    writtenTo: (file: string) => `written: ${file}`,
    noCommand: (name: string, meant: string | null) =>
      `${name} is not a command${meant === null ? '' : `; did you mean ${meant}?`} /help lists them`,
  },
  {
    anythingElse:
      'всё остальное — запрос, правка программы или ответ на вопрос; «f(3) возвращает 6» в нём становится тестом; Вверх и Вниз находят прежние сообщения с тем же началом',
    leaves: 'ещё раз Ctrl-C — выход',
    cancelling: 'ход прерывается; ещё раз Ctrl-C — выход',
    superseded: (old, by) => `заменено: ${old}   на ${by}`,
    kept: 'остались программа и тесты, что были до этого хода',
    dropped: (example) => `отброшено: ${example}`,
    holdsAgain: (example) => `снова действует: ${example}`,
    noProgram: 'программы ещё нет: скажите, что она должна делать',
    anew: 'начато заново',
    noTests: 'ваших тестов ещё нет',
    noChange: 'последний ход ничего не изменил',
    undone: (message) => `отменено: ${message}`,
    nothingNow: 'программы теперь нет',
    before: 'программа и тесты теперь прежние; /code покажет программу',
    nameFile: 'назовите файл: /save FILE',
    writtenTo: (file) => `записано: ${file}`,
    noCommand: (name, meant) => `${name} — не команда${meant === null ? '' : `; может быть, ${meant}?`} Список даёт /help`,
  },
);
