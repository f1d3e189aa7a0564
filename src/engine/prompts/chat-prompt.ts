import type { Language, SolvedExample } from '../../ports/language.ts';
import type { Message } from '../../ports/model.ts';

/** The most characters of each text that a prompt shows. */
export const promptCaps = { data: 6000, request: 20_000, program: 20_000 } as const;
/** Checks that are shown of one solved example, as many as people tend to type. */
export const shownChecks = 2;

/** Data of unknown origin: delimited and capped, so that it cannot pass for instructions of ours. */
export function asData(label: string, text: string, cap: number = promptCaps.data): string {
  const cut = text.length > cap ? `${text.slice(0, cap)}\n[cut after ${cap} characters]` : text;
  return `<${label}>\n${cut.replaceAll(`</${label}>`, `<\\/${label}>`)}\n</${label}>`;
}

export type Assignment = {
  readonly task: string;
  readonly signature: string;
  /** Trusted examples as the person wrote them. */
  readonly examples: readonly string[];
  readonly context?: string;
  /** A program to revise. */
  readonly code?: string;
};

/** For models that follow instructions in a chat turn. */
export function chatMessages(language: Language, assignment: Assignment): readonly Message[] {
  const { task, signature, examples, context, code } = assignment;
  const parts = [
    asData('request', task, promptCaps.request),
    code === undefined
      ? ''
      : `The current program. Change it as the request asks and keep what the request does not speak of:\n${asData('program', code, promptCaps.program)}`,
    signature === '' ? '' : `It must define exactly this entry point:\n${signature}`,
    examples.length === 0 ? '' : `It must satisfy:\n${examples.join('\n')}`,
    context === undefined ? '' : `Data that the request is about:\n${asData('data', context)}`,
    `Answer with one fenced ${language.fence} block that holds the whole ${code === undefined ? '' : 'revised '}program, without tests and without example calls.`,
  ];
  return [
    {
      role: 'system',
      content: `You write correct, short ${language.title} programs with the standard library only.${hostNotes(language)}`,
    },
    { role: 'user', content: parts.filter((part) => part !== '').join('\n\n') },
  ];
}

/** What the host asks of a program, after whatever is asked of every one. */
export const hostNotes = ({ host }: Language): string => (host === undefined || host.notes === '' ? '' : `\n${host.notes}`);

/** Solved requests as earlier turns of the conversation, with their checks where these are shown. */
export function exampleTurns(language: Language, examples: readonly SolvedExample[], showChecks = false): readonly Message[] {
  return examples.flatMap(({ request, code, checks }): Message[] => [
    { role: 'user', content: [request, ...(showChecks ? (checks?.slice(0, shownChecks) ?? []) : [])].join('\n') },
    { role: 'assistant', content: `\`\`\`${language.fence}\n${code}\n\`\`\`` },
  ]);
}
