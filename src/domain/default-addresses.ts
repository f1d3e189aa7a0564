/** Where the server of each backend is unless somebody says otherwise. */
export const defaultAddresses = {
  ollama: 'http://127.0.0.1:11434',
  openai: 'http://127.0.0.1:8000/v1',
  anthropic: 'https://api.anthropic.com',
} as const;

/** Undefined for a backend without a server. */
export const defaultAddressOf = (backend: string): string | undefined =>
  Object.entries(defaultAddresses).find(([name]) => name === backend)?.[1];
