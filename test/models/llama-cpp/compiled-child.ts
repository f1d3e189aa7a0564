import { compiledSources } from '../../compiled-sources.ts';

/** The embedded model's child as JavaScript. */
export async function compiledChild(): Promise<URL> {
  const root = await compiledSources('src/domain', 'src/ports', 'src/models');
  return new URL('src/models/llama-cpp/child.js', root);
}
