const block = /<pre\b[^>]*>\s*(?:<code\b([^>]*)>)?\n?([\s\S]*?)(?:<\/code>\s*)?<\/pre>/gi;

/** Blocks of HTML, with what their class says of the language, and fences of two backticks as real fences; a text that has those is left as it is. */
export function withFences(text: string): string {
  if (/^[ \t>]*(?:`{3,}|~{3,})/m.test(text)) return text;
  return rewritten(
    rewritten(text, '\n``\n', /^``(\w*)[ \t]*\n([\s\S]*?)\n``$/gm, (tag, body) => fence(tag, body)),
    '</pre',
    block,
    (attributes, body) => `\n${fence(/\b(?:language|lang|highlight|brush)[-:](\w+)/i.exec(attributes)?.[1] ?? '', body.trimEnd())}\n`,
  );
}

const fence = (tag: string, body: string): string => `\`\`\`${tag}\n${body}\n\`\`\``;

/** Blocks up to the last closer: behind it none can close, and looking for its end would take long. */
function rewritten(text: string, closer: string, pattern: RegExp, write: (head: string, body: string) => string): string {
  const end = `${text}\n`.toLowerCase().lastIndexOf(closer);
  if (end < 0) return text;
  const lineEnd = text.indexOf('\n', end + closer.length - 1);
  const until = lineEnd < 0 ? text.length : lineEnd;
  return text.slice(0, until).replace(pattern, (_, head: string | undefined, body: string) => write(head ?? '', body)) + text.slice(until);
}
