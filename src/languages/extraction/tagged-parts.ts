/** Tags that models put around a program, or around one argument of a tool call. */
const tag =
  /<(\/?)(code|answer|solution|program|script|source|content|result|output|python|lua|javascript|typescript|parameter|arg|argument|tool_call|function|function_call)(?:(?:=|\s)[^<>\n]{0,80})?>/gi;

/** Tags that are looked at, the last ones. */
const mostTags = 400;
const mostParts = 8;

/** Contents of the tags of a text that names no program otherwise, the last first; each may be a reply of its own. */
export function taggedParts(text: string): readonly string[] {
  const open: { readonly name: string; readonly start: number }[] = [];
  const parts: string[] = [];
  for (const [whole, slash, name = '', at] of [...text.matchAll(tag)].slice(-mostTags).map((match) => [...match, match.index] as const)) {
    if (slash === '') open.push({ name: String(name), start: Number(at) + String(whole).length });
    else {
      const index = open.findLastIndex((one) => one.name.toLowerCase() === String(name).toLowerCase());
      const [closed] = index < 0 ? [] : open.splice(index);
      const part = closed === undefined ? '' : text.slice(closed.start, Number(at));
      if (part.trim() !== '') parts.push(part);
    }
  }
  return parts.reverse().slice(0, mostParts);
}
