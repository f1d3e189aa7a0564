import { defaultAddresses } from '../../domain/default-addresses.ts';

/** Options of several commands that mean the same everywhere: one text each, given as `.option(...shared.seed)`. */
export const shared = {
  json: ['--json', 'print one JSON object'],
  backend: ['-b, --backend <name>', 'where the model runs (default: auto)'],
  model: ['-m, --model <name>', 'model name, or the path of a GGUF file'],
  baseUrl: ['--base-url <address>', "address of the backend's server"],
  threads: ['--threads <n>', 'threads of the embedded model'],
  seed: ['--seed <n>', 'seed of the sampling'],
  temperature: ['--temperature <t>', 'sampling temperature (default: 0.8)'],
  ollamaModel: ['--ollama-model <name>', 'the same as --backend ollama --model NAME'],
  ollamaUrl: ['--ollama-url <address>', `address of Ollama (default: ${defaultAddresses.ollama})`],
  nCandidates: ['-n, --n-candidates <n>', 'candidates a round (default: 4)'],
  maxIters: ['--max-iters <n>', 'round 0 plus repair rounds (default: 3)'],
  nTests: ['--n-tests <n>', 'samples of generated tests (default: 4)'],
  profile: ['--profile <name>', 'Lua host: lua54, wf-vars, redis … (anneal profiles lists them)'],
  timeout: ['--timeout <seconds>', "CPU seconds of one candidate's run; wall is one more (default: 5)"],
  budgetSeconds: ['--budget-seconds <n>', 'the whole run (default: 300)'],
  minLevel: ['--min-level <level>', 'the weakest sandbox accepted: L2, or L0 (default: best available)'],
  allowUnsandboxed: ['--allow-unsandboxed', 'accept L0: candidates then run with limits only, able to read and send your files'],
  python: ['--python <path>', 'Python interpreter or virtual environment (default: the system’s)'],
  events: ['--events', 'print every event as one JSON line'],
  language: ['-l, --language <name>', 'python, lua, javascript or typescript (default: from the file name)'],
  interpreter: ['--python <path>', 'Python interpreter or virtual environment'],
} as const satisfies Readonly<Record<string, readonly [flags: string, description: string]>>;
