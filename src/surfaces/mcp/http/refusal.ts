/** A refusal as the protocol writes it where no message can be answered. */
export const refusal = (status: number, message: string, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }, { status, headers });
