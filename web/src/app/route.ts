import { useSyncExternalStore } from 'react';

/** Where in the page one is; kept behind the `#`, so that the service serves one file for all of them. */
export type Route =
  | { readonly at: 'ask' }
  | { readonly at: 'run'; readonly runId: string }
  | { readonly at: 'runs'; readonly replay?: string }
  | { readonly at: 'sessions'; readonly sessionId?: string }
  | { readonly at: 'models' }
  | { readonly at: 'bench'; readonly reportId?: string };

const part = (text: string | undefined): string | undefined => {
  if (text === undefined || text === '') return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** Reads `#/run/ID` and the like; anything unknown is the first screen. */
export function readRoute(hash: string): Route {
  const [first, rest] = hash.replace(/^#\/?/, '').split('/', 2);
  const name = part(rest);
  switch (first) {
    case 'run':
      return name === undefined ? { at: 'ask' } : { at: 'run', runId: name };
    case 'runs':
      return name === undefined ? { at: 'runs' } : { at: 'runs', replay: name };
    case 'sessions':
      return name === undefined ? { at: 'sessions' } : { at: 'sessions', sessionId: name };
    case 'bench':
      return name === undefined ? { at: 'bench' } : { at: 'bench', reportId: name };
    case 'models':
      return { at: first };
    default:
      return { at: 'ask' };
  }
}

/** The address of a place, for `href`. */
export function hrefTo(route: Route): string {
  switch (route.at) {
    case 'ask':
      return '#/';
    case 'run':
      return `#/run/${encodeURIComponent(route.runId)}`;
    case 'runs':
      return route.replay === undefined ? '#/runs' : `#/runs/${encodeURIComponent(route.replay)}`;
    case 'sessions':
      return route.sessionId === undefined ? '#/sessions' : `#/sessions/${encodeURIComponent(route.sessionId)}`;
    case 'bench':
      return route.reportId === undefined ? '#/bench' : `#/bench/${encodeURIComponent(route.reportId)}`;
    default:
      return `#/${route.at}`;
  }
}

export function goTo(route: Route): void {
  location.hash = hrefTo(route);
}

function onHashChange(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

export const useRoute = (): Route => readRoute(useSyncExternalStore(onHashChange, () => location.hash));
