import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const service = process.env.ANNEAL_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind()],
  // The service puts a new one into each answer.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Nothing is inlined: the policy of the page allows files of its own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    reportCompressedSize: false,
  },
  // `npx vite web` beside a running `anneal serve`; the service sees requests of its own origin.
  server: { proxy: { '/api': { target: service, changeOrigin: true, headers: { origin: service } } } },
});
