import { bodyExpectationSchema } from '../domain/body-test.ts';
import type { Json } from '../domain/json.ts';
import type { SkillTest } from '../domain/skill.ts';
import { asData } from '../engine/prompts/chat-prompt.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { Language } from '../ports/language.ts';
import type { Message } from '../ports/model.ts';
import { askWriter, type Writer } from './ask-model.ts';

/** Tests that are kept of an answer. */
const mostTests = 6;

/** An array: no test at all is an answer too. */
const schema: Json = { type: 'array', items: { type: 'object', required: ['request', 'expect'] } };

/** Tests from the request alone, before there is any body. None when the model writes none that can be read. */
export async function writeTests(
  request: string,
  language: Pick<Language, 'extractJson'>,
  writer: Writer,
  options: Abortable & { readonly onText?: (characters: number) => void } = {},
): Promise<readonly SkillTest[]> {
  const reply = await askWriter(writer, 'tests', messagesFor(request), options);
  const found = language.extractJson(reply, schema);
  return found.type === 'value' && Array.isArray(found.value) ? found.value.flatMap(readTest).slice(0, mostTests) : [];
}

function readTest(value: Json): readonly SkillTest[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const { request, expect = {} } = value as Readonly<Record<string, Json>>;
  if (typeof request !== 'string' || request.trim() === '' || request.length > 20_000) return [];
  const parsed = bodyExpectationSchema.safeParse(expect);
  // What says nothing of the outcome would pass for any body.
  const says = parsed.success && ['log', 'state', 'question', 'sent', 'written', 'ends'].some((key) => key in parsed.data);
  return says ? [{ type: 'call', request, expect: expect ?? {} }] : [];
}

function messagesFor(request: string): readonly Message[] {
  return [
    { role: 'system', content: 'You write tests for a small service from its description alone. You never see or write the service.' },
    {
      role: 'user',
      content: [
        asData('request', request, 20_000),
        'The service takes a request in words and acts on it: it may call an HTTP service, read and write files by name, and ask the person one question. It answers with a log of what it did (action_log) and the state afterwards (new_state). In a test the world is played.',
        'Write two to four tests as one JSON array in a fenced json block. Each test is an object: {"request": "what the person says", "expect": {...}}. In "expect" use only what is needed of: "http": [{"method": "GET", "url": "part of the address", "status": 200, "json": {}}] (answers that are played), "files": {"name.txt": "text"} (handed in), "answers": ["what the person answers"], "ends": "done" or "waiting" (it asks), "log": ["words of action_log"], "state": ["words of new_state"], "sent": [{"method": "POST", "body": "part"}], "written": {"name.txt": "part"}.',
        'Expect few words, and only such as any right service would use. No other text.',
      ].join('\n\n'),
    },
  ];
}
