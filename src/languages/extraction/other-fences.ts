const block = /<pre\b[^>]*>\s*(?:<code\b([^>]*)>)?\n?([\s\S]*?)(?:<\/code>\s*)?<\/pre>/gi;

/** Blocks of HTML, with what their class says of the language, and fences of two backticks as real fences; a text that has those is left as it is. */
export function withFences(text: string): string {
  if (/^[ \t>]*(?:`{3,}|~{3,})/m.test(text)) return text;
  const fenced = text.replace(/^``(\w*)[ \t]*\n([\s\S]*?)\n``[ \t]*$/gm, '```$1\n$2\n```');
  return fenced.replace(block, (_, attributes: string | undefined, body: string) => {
    const tag = /\b(?:language|lang|highlight|brush)[-:](\w+)/i.exec(attributes ?? '')?.[1] ?? '';
    return `\n\`\`\`${tag}\n${body.trimEnd()}\n\`\`\`\n`;
  });
}
