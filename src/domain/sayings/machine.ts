const gigabytes = (bytes: number): string => (bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`);

/** What the doctor finds on a machine. */
export const machineSayings = {
  'check-failed': ({ message }: { readonly code: string; readonly message: string }) => message,
  'check-interpreter': ({ version, path }: { readonly version: string; readonly path: string }) => `${version}, programs run on ${path}`,
  'check-own-node': ({ version }: { readonly version: string }) => `Anneal itself runs on ${version}`,
  'check-skills': ({ all, verified }: { readonly all: number; readonly verified: number }) =>
    `${all} kept programs, ${verified} verified here`,
  'check-sandbox': ({ level, missing }: { readonly level: string; readonly missing: string }) =>
    missing === '' ? level : `${level}, without ${missing}`,
  'check-model': ({ name, bytes, present }: { readonly name: string; readonly bytes: number | null; readonly present: boolean | null }) =>
    present === false ? `${name} (the first run fetches it${bytes === null ? '' : `, ${gigabytes(bytes)}`})` : name,
  'check-no-weights': 'none fetched yet',
  'check-ollama-bare': 'answers, without a model',
  'check-ollama': ({ count, names }: { readonly count: number; readonly names: string }) => `${count} models: ${names}`,
  'check-disk': ({ models, runs }: { readonly models: number; readonly runs: number }) =>
    `${gigabytes(models)} free for models, ${gigabytes(runs)} for runs`,
  'check-memory': ({ free, total }: { readonly free: number; readonly total: number }) => `${gigabytes(free)} free of ${gigabytes(total)}`,
  lacks: ({ name }: { readonly name: string }) => `Missing: ${name}`,
  'lacks-cgroup':
    'Memory is limited for each process and watched as a sum, every 40 ms. Control groups would bound the sum exactly; they are not used yet.',
  'lacks-fork-server': 'Each job starts a sandbox of its own, which is slower. Run: sudo apt-get install python3',
  'lacks-inode-limit': 'A program can create names without end until its time is up. Run: sudo apt-get install python3',
  'fix-disk': 'free some space: df -h',
  'fix-memory': 'close other programs, or take a smaller model',
} as const;
