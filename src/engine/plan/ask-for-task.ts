import type { RunFact } from '../../domain/run-event.ts';
import type { RunState } from '../../domain/run-state.ts';
import { isRussian, taskText } from '../task-text.ts';

/** A free-text question, for requests that nothing can be written for yet. */
export function askForTask(state: RunState): Extract<RunFact, { type: 'question-ask' }> {
  const text = isRussian(taskText(state))
    ? 'Что должна делать программа? Назовите вход и ожидаемый результат, например: «f(3) возвращает 6».'
    : 'What must the program do? Name an input and the result you expect, for example "f(3) returns 6".';
  return { type: 'question-ask', question: { id: `q${state.questionsAsked + 1}`, text, options: [] } };
}
