import type { ServerContext } from '@modelcontextprotocol/server';
import { printable } from '../../domain/printable.ts';
import type { RunItem } from '../../runs/run-service-types.ts';
import { errorText } from './failure-result.ts';

/** What a person may want to read later of a run: with what it ran, what it warned of, how it ended. */
export function logRun({ mcpReq }: ServerContext, item: RunItem): void {
  const line = lineOf(item);
  // A client that is gone learns nothing more.
  if (line !== null) mcpReq.log(line.level, printable(line.text), 'anneal').catch(() => undefined);
}

type Line = { readonly level: 'info' | 'warning' | 'error'; readonly text: string };

function lineOf(item: RunItem): Line | null {
  switch (item.type) {
    case 'run-start':
      return { level: 'info', text: `run begins: ${item.model.backend}:${item.model.id}, ${item.language}, sandbox ${item.sandbox.level}` };
    case 'warning':
      return { level: 'warning', text: `${item.warning.feature}: ${item.warning.detail}` };
    case 'run-end':
      return item.error === null
        ? { level: 'info', text: `run ends, ${item.outcome}: ${item.explanation}` }
        : { level: 'error', text: errorText(item.error) };
    default:
      return null;
  }
}
