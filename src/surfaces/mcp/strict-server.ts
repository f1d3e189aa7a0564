import { isJSONRPCRequest, type JSONRPCRequest, McpServer, PROTOCOL_VERSION_META_KEY, type Transport } from '@modelcontextprotocol/server';

const lists = new Set(['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']);
const invalidParams = -32_602;

/** Refuses parameters that the protocol wants refused and that the library lets pass, or takes for a defect of the server. */
export class StrictServer extends McpServer {
  override async connect(transport: Transport): Promise<void> {
    await super.connect(transport);
    const { onmessage } = transport;
    transport.onmessage = (message, extra) => {
      const fault = isJSONRPCRequest(message) ? faultOf(message) : null;
      if (fault === null || !isJSONRPCRequest(message)) {
        onmessage?.(message, extra);
        return;
      }
      transport.send({ jsonrpc: '2.0', id: message.id, error: { code: invalidParams, message: fault } }).catch((thrown: unknown) => {
        transport.onerror?.(thrown instanceof Error ? thrown : new Error(String(thrown)));
      });
    };
  }
}

function faultOf({ method, params }: JSONRPCRequest): string | null {
  // Lists are given whole, so no cursor is one of ours.
  if (lists.has(method) && params?.cursor !== undefined) return 'Invalid cursor: lists are given whole; send none';
  // Revisions in which every request names its own have no such method.
  const isEarlier = params?._meta?.[PROTOCOL_VERSION_META_KEY] === undefined;
  if (method === 'logging/setLevel' && isEarlier && !levels.includes(String(params?.level)))
    return `Invalid level: it is one of ${levels.join(', ')}`;
  return null;
}

const levels: readonly string[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
