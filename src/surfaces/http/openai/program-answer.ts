import type { RunResult } from '../../../domain/run-result.ts';
import { asDecimal } from '../../../domain/shown-share.ts';
import { isRussian } from '../../../engine/task-text.ts';
import type { CountTokens } from '../../../sessions/conversation.ts';
import { extensionOf } from '../../language-names.ts';
import type { ChatRequest } from './chat-request.ts';
import { writeEdit } from './edit-form.ts';
import { fenced } from './fenced-blocks.ts';
import type { ConversationTask } from './read-conversation.ts';

type ProgramTask = Extract<ConversationTask, { type: 'program' }>;

/** Why an answer ends before its end; null: it does not. */
export type Cut = 'stop' | 'length' | null;

export type Answer = {
  /** In pieces, as they are streamed. */
  readonly pieces: readonly string[];
  readonly finish: 'stop' | 'length';
  /** The program was run here, stands in the answer as a whole, and passed. */
  readonly verified: boolean;
  readonly cut: Cut;
};

/** Prose, one fenced block and a short footer. With `max_tokens` the prose gives way to the program; only then is that cut. */
export async function programAnswer(
  result: RunResult,
  task: ProgramTask,
  { maxTokens, stop }: Pick<ChatRequest, 'maxTokens' | 'stop'>,
  countTokens: CountTokens,
): Promise<Answer> {
  const block = blockOf(result, task);
  const parts = { before: `${proseOf(result)}${block === '' ? '' : '\n\n'}`, block, after: `\n\n${footer(result, task.message)}` };
  const all = [parts.before, parts.block, parts.after].filter((piece) => piece !== '');
  const { pieces, isCut } = maxTokens === null ? { pieces: all, isCut: false } : await within(parts, all, maxTokens, countTokens);
  const text = pieces.join('');
  const at = Math.min(...stop.map((end) => text.indexOf(end)).filter((index) => index >= 0));
  const stopped = Number.isFinite(at);
  const shown = stopped ? [text.slice(0, at)] : pieces;
  const isWhole = block !== '' && !isCut && shown.join('').includes(block);
  return {
    pieces: shown.filter((piece) => piece !== ''),
    finish: isCut && !stopped ? 'length' : 'stop',
    verified: result.status === 'success' && isWhole,
    cut: stopped ? 'stop' : isCut ? 'length' : null,
  };
}

/** The program as it is shown; nothing where applying it to a file would do harm. */
function blockOf({ code, wrapped, status, language, entry }: RunResult, { edit, program }: ProgramTask): string {
  const shown = wrapped ?? code;
  if (shown === null || (edit !== null && status === 'failed')) return '';
  if (edit === null) return fenced(shown, language);
  const file = edit.file ?? `${entry?.name ?? 'program'}.${extensionOf(language as 'lua')}`;
  return writeEdit(program?.code ?? '', shown, { ...edit, file, language });
}

function proseOf({ status, question, explanation, error }: RunResult): string {
  if (status === 'clarify') return question?.text ?? explanation;
  return error === null ? explanation : `${error.message} ${error.hint}`;
}

function footer({ status, confidence, evidence, sandbox, runId, model }: RunResult, message: string): string {
  const trusted = evidence.tests.filter(({ origin }) => !['generated', 'fuzz'].includes(origin));
  const passed = trusted.filter((test) => test.passed === true).length;
  const count = evidence.candidates.length;
  const parts = isRussian(message)
    ? [
        model.demo ? 'демонстрация' : '',
        { success: 'проверено', unsure: 'не уверен', clarify: 'нужен ответ', failed: 'не удалось', cancelled: 'прервано' }[status],
        `уверенность ${asDecimal(confidence)}`,
        trusted.length === 0 ? 'примеров не дано' : `примеров пройдено: ${passed} из ${trusted.length}`,
        `программ: ${count}`,
        `песочница ${sandbox.level}`,
        `запуск ${runId}`,
      ]
    : [
        model.demo ? 'demo' : '',
        { success: 'verified', unsure: 'unsure', clarify: 'needs an answer', failed: 'failed', cancelled: 'cancelled' }[status],
        `confidence ${asDecimal(confidence)}`,
        trusted.length === 0 ? 'no examples given' : `${passed} of ${trusted.length} examples`,
        `${count} ${count === 1 ? 'program' : 'programs'}`,
        `sandbox ${sandbox.level}`,
        `run ${runId}`,
      ];
  return `*Anneal: ${parts.filter((part) => part !== '').join(' · ')}*`;
}

type Parts = { readonly before: string; readonly block: string; readonly after: string };

async function within(
  { before, block }: Parts,
  all: readonly string[],
  most: number,
  countTokens: CountTokens,
): Promise<{ readonly pieces: readonly string[]; readonly isCut: boolean }> {
  // No tokenizer in use makes more tokens than bytes.
  const fits = async (text: string): Promise<boolean> => Buffer.byteLength(text) <= most || (await countTokens(text)) <= most;
  const core = block === '' ? before : block;
  for (const pieces of [all, [before, block], [core]]) {
    if (await fits(pieces.join(''))) return { pieces, isCut: false };
  }
  let [least, end] = [0, core.length];
  while (least < end) {
    const middle = Math.ceil((least + end) / 2);
    if (await fits(core.slice(0, middle))) least = middle;
    else end = middle - 1;
  }
  return { pieces: [core.slice(0, least)], isCut: true };
}

/** What speaks for an answer, beside it. */
export function evidenceOf(result: RunResult, { verified, cut }: Answer, task: ProgramTask, { withoutEffect }: ChatRequest) {
  const { runId, status, confidence, calibrated, language, profile, entry, evidence, sandbox, model, timing, error } = result;
  const warnings = [
    ...result.warnings,
    ...withoutEffect.map((name) => ({ feature: name, detail: 'it has no effect' })),
    ...(task.hasInstructions ? [{ feature: 'system', detail: 'system messages are not shown to the model that writes a program' }] : []),
  ];
  return {
    runId,
    status,
    verified,
    cut,
    confidence,
    calibrated,
    language,
    profile,
    entry,
    evidence,
    sandbox,
    model,
    timing,
    warnings,
    error,
  };
}
