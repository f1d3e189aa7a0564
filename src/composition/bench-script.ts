import type { Script } from '../models/scripted/scripted-model.ts';
import type { SandboxJob } from '../ports/sandbox.ts';

/** Every sixteenth program triples, the others double; each is a text of its own. */
const programOf = (number: number): string =>
  `local k${number} = ${number % 16 === 15 ? 3 : 2}\nfunction double(x)\n  return k${number} * x\nend\n`;

/**
 * A model that answers at once. A task that says `every N ms` gets its samples one after another at that distance, after
 * `after M ms`, so that events of one run come over a while.
 */
export const benchScript: Script = {
  id: 'scripted:bench',
  capabilities: { promptForms: ['chat'] },
  replies: ({ messages }, { sample, count }) => {
    const paced = /every (\d+) ms, after (\d+) ms/.exec(messages.map(({ content }) => content).join('\n'));
    const delayMs = paced === null ? 0 : Number(paced[2]) + sample * Number(paced[1]);
    return { text: `\`\`\`lua\n${programOf(count)}\`\`\`\n`, ...(delayMs === 0 ? {} : { delayMs }) };
  },
};

/**
 * What the probe of Lua would write for calls such as `double(3)` and for numbers. Its input is fields of `LENGTH:BYTES`: six
 * and the names that they count, the libraries, then three a call, of which the last is the call.
 */
export function benchAnswer({ stdin, files }: SandboxJob): string {
  const fields = fieldsOf(typeof stdin === 'string' ? stdin : new TextDecoder().decode(stdin));
  const factor = Object.values(files).some((file) => typeof file === 'string' && /^local k\d+ = 3$/m.test(file)) ? 3 : 2;
  const libraries = 6 + Number(fields[5]);
  const calls = libraries + 1 + 2 * Number(fields[libraries]);
  return Array.from({ length: Number(fields[calls]) }, (_, index) => {
    const [, name, argument] = /^(double, )?(-?\d+)$/.exec(fields[calls + 3 + 3 * index] ?? '') ?? [];
    const value = String(name === undefined ? argument : factor * Number(argument));
    return `${fields[0]} ${index} ${JSON.stringify({ outcome: { type: 'value', value: { type: 'int', value } } })}\n`;
  }).join('');
}

function fieldsOf(text: string): readonly string[] {
  const fields: string[] = [];
  for (let at = 0; at < text.length; ) {
    const colon = text.indexOf(':', at);
    const end = colon + 1 + Number(text.slice(at, colon));
    fields.push(text.slice(colon + 1, end));
    at = end;
  }
  return fields;
}
