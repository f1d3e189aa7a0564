import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two files side by side: sandboxes and models measure time, and more would disturb them on two cores.
    maxWorkers: 2,
  },
});
