import { isAlias, isNode, parseDocument, visit } from 'yaml';
import { badSkill } from './bad-skill.ts';
import { skillLimits } from './skill-limits.ts';

/** A field's value: every scalar is text, as the standard's own reader has it. */
export type Field = string | readonly Field[] | ReadonlyMap<string, Field>;

export type FrontMatter = { readonly fields: ReadonlyMap<string, Field>; readonly instructions: string };

const closeIt = 'begin SKILL.md with a line ---, then name: and description:, then a line ---';

/**
 * Splits SKILL.md into its front matter and its instructions. `place` names the file in errors.
 * Throws `bad-input` for all that is no plain YAML mapping: aliases, anchors, tags, directives, double keys, several documents.
 */
export function readFrontMatter(text: string, place: string): FrontMatter {
  const source = text.replace(/^\uFEFF/u, '');
  const opened = /^---[ \t]*\r?\n/u.exec(source);
  if (opened === null) throw badSkill(place, 'it does not begin with front matter', closeIt);
  const rest = source.slice(opened[0].length);
  const closed = /^---[ \t]*(?:\r?\n|$)/mu.exec(rest);
  if (closed === null) throw badSkill(place, 'its front matter is never closed', closeIt);
  const yaml = rest.slice(0, closed.index);
  if (Buffer.byteLength(yaml) > skillLimits.frontMatterBytes) {
    throw badSkill(place, `its front matter is longer than ${skillLimits.frontMatterBytes} bytes`, 'move the text below the second ---');
  }
  return { fields: readMapping(yaml, place), instructions: rest.slice(closed.index + closed[0].length).trim() };
}

function readMapping(yaml: string, place: string): ReadonlyMap<string, Field> {
  const plain = (reason: string, cause?: unknown) =>
    badSkill(place, `its front matter ${reason}`, 'write it as plain lines of key: value, and put a text that holds ": " in quotes', cause);
  if (/^%/mu.test(yaml)) throw plain('holds a YAML directive');
  let data: unknown;
  try {
    const document = parseDocument(yaml, { schema: 'failsafe', version: '1.2', strict: true, uniqueKeys: true, prettyErrors: false });
    const [problem] = [...document.errors, ...document.warnings];
    // The parser reports the end of its stack so, too.
    if (problem !== undefined && /call stack/iu.test(problem.message)) throw plain('is nested too deeply', problem);
    if (problem !== undefined) throw plain(`is no plain YAML: ${problem.message.split('\n')[0] ?? ''}`, problem);
    visit(document, (_key, node) => {
      if (isAlias(node)) throw plain('holds a YAML alias');
      if (isNode(node) && 'anchor' in node && node.anchor !== undefined) throw plain('holds a YAML anchor');
      if (isNode(node) && node.tag !== undefined && !plainTags.has(node.tag)) throw plain(`holds the YAML tag ${node.tag}`);
    });
    data = document.toJS({ mapAsMap: true, maxAliasCount: 0 });
  } catch (error) {
    // Nesting without end ends the parser's stack; that is the file's fault too.
    throw error instanceof RangeError ? plain('is nested too deeply', error) : error;
  }
  if (!(data instanceof Map)) throw plain('is no YAML mapping');
  return asFields(data, place);
}

/** What the parser itself gives to untagged nodes. */
const plainTags: ReadonlySet<string> = new Set(['tag:yaml.org,2002:str', 'tag:yaml.org,2002:map', 'tag:yaml.org,2002:seq']);

function asFields(map: ReadonlyMap<unknown, unknown>, place: string): ReadonlyMap<string, Field> {
  return new Map(
    [...map].map(([key, value]) => {
      if (typeof key !== 'string') throw badSkill(place, 'a key of its front matter is no text', 'write it as plain lines of key: value');
      return [key, asField(value, place)] as const;
    }),
  );
}

function asField(value: unknown, place: string): Field {
  if (value instanceof Map) return asFields(value, place);
  if (Array.isArray(value)) return value.map((item) => asField(item, place));
  return typeof value === 'string' ? value : '';
}

/** A field as data that JSON can write. */
export function fieldAsText(field: Field): string {
  if (typeof field === 'string') return field;
  return JSON.stringify(field, (_key, value: unknown) => (value instanceof Map ? Object.fromEntries(value) : value));
}
