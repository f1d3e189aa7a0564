import { AppError } from '../../domain/app-error.ts';
import { nearest } from '../../domain/nearest-name.ts';

const servers = ['llama-cpp', 'ollama'] as const;
export type ModelServer = (typeof servers)[number];

/** A backend that holds models of its own. Throws `usage` with the nearest name. */
export function modelServerNamed(name: string): ModelServer {
  const found = servers.find((candidate) => candidate === name);
  if (found !== undefined) return found;
  const meant = nearest(name, servers);
  throw new AppError(
    'usage',
    `--backend: "${name}" holds no models`,
    `${meant === null ? '' : `did you mean ${meant}? `}allowed: ${servers.join(', ')}`,
  );
}

export type BackendFlags = { readonly backend?: string; readonly baseUrl?: string };
