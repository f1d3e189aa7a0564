import type { Command } from 'commander';
import { AppError } from '../../domain/app-error.ts';
import { nearest } from '../../domain/nearest-name.ts';

/** A backend as the command line sees it; which there are is the composition root's to say. */
export type BackendInfo = {
  readonly id: string;
  /** `fetched`: it can be made to fetch and remove models; `served`: it only has some; `none`: nothing to choose. */
  readonly models: 'fetched' | 'served' | 'none';
};

export type BackendFlags = { readonly backend?: string; readonly baseUrl?: string };

export const backendIds = (backends: readonly BackendInfo[]): readonly string[] => backends.map(({ id }) => id);

/** A backend that holds models of its own. Throws `usage` with the nearest name. */
export function modelServerNamed(name: string, backends: readonly BackendInfo[]): string {
  const servers = backends.filter(({ models }) => models !== 'none').map(({ id }) => id);
  if (servers.includes(name)) return name;
  const meant = nearest(name, servers);
  throw new AppError(
    'usage',
    `--backend: "${name}" holds no models`,
    `${meant === null ? '' : `did you mean ${meant}? `}allowed: ${servers.join(', ')}`,
  );
}

/** Gives every `--backend` of the program its names, for help and completion. */
export function nameBackends(program: Command, backends: readonly BackendInfo[]): void {
  for (const command of program.commands) {
    nameBackends(command, backends);
    const ofModels = command.parent?.name() === 'models';
    const choices = ofModels ? backends.filter(({ models }) => models !== 'none') : backends;
    const names = [...(ofModels ? [] : ['auto']), ...choices.map(({ id }) => id)];
    for (const option of command.options) if (option.long === '--backend') option.argChoices = names;
  }
}
