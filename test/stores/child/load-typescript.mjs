import { register } from 'node:module';

// For `node --import`: lets a child process run the sources as they are, on Node 20 too.
register('./typescript-hooks.mjs', import.meta.url);
