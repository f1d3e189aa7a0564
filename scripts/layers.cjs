// Which folder of src/ may import which: the direction of ARCHITECTURE.md as a table. The test command checks it both ways:
// an import that is not here fails, and so does an entry that no import uses any more.

/** @type {Record<string, readonly string[]>} */
const layers = {
  domain: [],
  ports: ['domain'],
  engine: ['ports', 'domain'],
  runs: ['ports', 'domain'],
  bodies: ['engine', 'ports', 'domain'],
  network: ['ports', 'domain'],
  sessions: ['runs', 'engine', 'ports', 'domain'],
  'skill-service': ['engine', 'ports', 'domain'],
  config: ['domain'],
  languages: ['ports', 'domain'],
  runtimes: ['ports', 'domain'],
  'few-shot': ['ports', 'domain'],
  models: ['ports', 'domain'],
  sandboxes: ['ports', 'domain'],
  stores: ['ports', 'domain'],
  skills: ['ports', 'domain'],
  surfaces: ['bodies', 'sessions', 'skill-service', 'runs', 'engine', 'config', 'ports', 'domain'],
  composition: [
    'surfaces',
    'skill-service',
    'bodies',
    'network',
    'runs',
    'engine',
    'config',
    'languages',
    'runtimes',
    'few-shot',
    'models',
    'sandboxes',
    'stores',
    'skills',
    'ports',
    'domain',
  ],
  'main.ts': ['composition', 'surfaces'],
};

/**
 * Folders without I/O: no module of Node may be imported there. Program texts and parsers are read by the named loaders; a
 * probe runs in the sandbox, not here; and asking which modules Node has reads nothing.
 */
const pure = {
  folders: ['domain', 'ports', 'engine', 'languages'],
  loaders: [
    '^src/languages/syntax-tree\\.ts$',
    '^src/languages/[a-z]+/[a-z]+-language\\.ts$',
    '^src/languages/profiles/load-profile\\.ts$',
    '^src/languages/[a-z]+/(?:probe|suite|type-check)\\.cjs$',
    '^src/languages/javascript/(?:javascript-check|module-as-function)\\.ts$',
  ],
  /** What the web page may import: the domain, and how a language writes a value. */
  forThePage: ['^src/domain/', '^src/languages/format-value\\.ts$', '^src/languages/[a-z]+/[a-z]+-format\\.ts$'],
};

module.exports = { layers, pure };
