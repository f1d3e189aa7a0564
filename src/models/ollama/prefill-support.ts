import { HttpStatusError } from '../http/http-status-error.ts';
import { asRecord, asString } from '../read-json.ts';
import type { OllamaSetup } from './ollama-request.ts';
import type { OllamaModelInfo } from './ollama-wire.ts';

export type PrefillSupport = 'continues' | 'closes' | 'no-turns';

const probeText = 'local answer = 1';

/**
 * Whether an assistant message at the end is continued or closed, as the server itself renders it
 * (`_debug_render_only`, since 0.11.5); this also loads the model. Older servers ignore the field and answer with a
 * token; then the template's text decides.
 */
export async function probePrefill(
  post: (method: 'POST', path: string, body: unknown) => Promise<unknown>,
  setup: OllamaSetup,
  info: OllamaModelInfo,
): Promise<PrefillSupport> {
  if (!hasTurns(info)) {
    // Without a prompt nothing is written: the model is loaded, however long that takes, before a run sets limits to its parts.
    await post('POST', '/api/generate', {
      model: setup.name,
      stream: false,
      keep_alive: setup.keepAlive,
      options: { num_ctx: setup.numCtx },
    });
    return 'no-turns';
  }
  const body = {
    model: setup.name,
    stream: false,
    keep_alive: setup.keepAlive,
    _debug_render_only: true,
    ...(setup.think === null ? {} : { think: setup.think }),
    messages: [
      { role: 'user', content: 'Set answer to 1.' },
      { role: 'assistant', content: probeText },
    ],
    options: { num_ctx: setup.numCtx, num_predict: 1 },
  };
  let rendered: string | null;
  try {
    rendered = asString(asRecord(asRecord(await post('POST', '/api/chat', body))._debug_info).rendered_template);
  } catch (error) {
    // A model whose template or parser refuses the form can still chat; a missing model cannot.
    if (error instanceof HttpStatusError && error.status === 400) return 'closes';
    throw error;
  }
  if (rendered === null) return templateContinuesAnswer(info) ? 'continues' : 'closes';
  return rendered.endsWith(probeText) ? 'continues' : 'closes';
}

/** The template of a base model is the prompt and nothing else. */
function hasTurns(info: OllamaModelInfo): boolean {
  return info.renderer !== null || /\.Messages\b|\.Response\b|\.System\b/u.test(info.template);
}

/** Templates with `.Response` are cut behind it by the server; those with `.Messages` must treat the last one apart. */
function templateContinuesAnswer(info: OllamaModelInfo): boolean {
  if (info.renderer !== null) return false;
  if (!/\.Messages\b/u.test(info.template)) return /\.Response\b/u.test(info.template);
  return /\$last\b/u.test(info.template) && /ne \.Role "assistant"|not \$last|if \$last/u.test(info.template);
}
