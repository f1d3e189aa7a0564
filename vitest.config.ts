import { existsSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';

// Hostile programs and messy replies are kept beside the repository; a clone alone has the other tests.
const needingShared = ['test/hostile/**', 'test/languages/{extraction-properties,hostile-candidates,reply-cases,reply-tests}.test.ts'];
const hasShared = existsSync(new URL('../shared/hostile/manifest.json', import.meta.url));
if (!hasShared) console.warn(`left out, because ../shared is not there: ${needingShared.join(' ')}`);

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(hasShared ? [] : needingShared)],
    globalSetup: ['test/global-setup.ts'],
    // Only a hang takes as long: a machine that others use too may be ten times as slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // Two files side by side: sandboxes and models measure time, and more would disturb them on two cores.
    maxWorkers: 2,
  },
});
