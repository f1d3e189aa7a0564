/** Tags that models put around a program, or around one argument of a tool call. */
const part =
  /<(code|answer|solution|program|script|source|content|result|output|python|lua|javascript|typescript|parameter(?:=\w+|\s+name="\w+")|arg(?:ument)?(?:\s+name="\w+")?|tool_call|function(?:=\w+|_call)?)(?:\s[^<>]*)?>([\s\S]*?)<\/(?:\1|parameter|arg|argument|function)>/gi;

/** Contents of the tags of a text that names no program otherwise, the last first; each may be a reply of its own. */
export const taggedParts = (text: string): readonly string[] =>
  [...text.matchAll(part)]
    .map(([, , inner = '']) => inner)
    .filter((inner) => inner.trim() !== '')
    .reverse()
    .slice(0, mostParts);

const mostParts = 8;
