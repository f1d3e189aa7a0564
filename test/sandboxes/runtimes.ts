import type { RuntimeSpec } from '../../src/ports/sandbox.ts';

export const pythonRuntime: RuntimeSpec = {
  id: 'python3',
  command: ['/usr/bin/python3', '-I', '-S'],
  readOnlyPaths: [],
  environment: {},
  hostsForkServer: true,
  memoryLimit: 'address-space',
};

export const luaRuntime: RuntimeSpec = {
  id: 'lua5.4',
  command: ['/usr/bin/lua5.4'],
  readOnlyPaths: [],
  environment: {},
  hostsForkServer: false,
  memoryLimit: 'address-space',
};

export const nodeRuntime: RuntimeSpec = {
  id: 'node',
  command: ['/usr/bin/node', '--max-old-space-size=256'],
  readOnlyPaths: [],
  environment: {},
  hostsForkServer: false,
  memoryLimit: 'data',
};
