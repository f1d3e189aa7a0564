/** The workflow's variables that a low-code prompt carries as JSON: `{"wf": {"vars": …}}`. `source` is how it stands there. */
export function workflowContext(prompt: string): { readonly source: string } | null {
  const found = /\{\s*"wf"\s*:/u.exec(prompt);
  const source = found === null ? null : balanced(prompt, found.index);
  return source !== null && isJson(source) ? { source } : null;
}

/** The request without its data, which is shown to the model apart. */
export const withoutContext = (prompt: string, source: string): string => {
  const rest = prompt.replace(source, '').trim();
  return rest === '' ? prompt : rest;
};

function isJson(source: string): boolean {
  try {
    JSON.parse(source);
    return true;
  } catch {
    return false;
  }
}

/** From an opening brace to the one that closes it; null when none does. */
function balanced(text: string, from: number): string | null {
  let depth = 0;
  let inString = false;
  for (let index = from; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return text.slice(from, index + 1);
    }
  }
  return null;
}
