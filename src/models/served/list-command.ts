/** The command that shows what a server has; `usual` is the address that nobody needs to name. */
export const listCommand = (backend: string, address: string, usual: string): string =>
  `anneal models list --backend ${backend}${address === usual ? '' : ` --base-url ${address}`}`;
