import { expect, test } from 'vitest';
import { checkedLines } from '../../src/surfaces/mcp/stdio/checked-lines.ts';

test('a message that is not UTF-8 is refused, and those before and after it are passed on', async () => {
  const refused: unknown[] = [];
  const lines = checkedLines((refusal) => void refused.push(refusal));
  const ping = (id: number, text: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`{"jsonrpc":"2.0","id":${id},"method":"ping","params":{"x":"`), text, Buffer.from('"}}\n')]);
  const whole = Buffer.from('мир');
  lines.write(ping(1, whole));
  lines.write(ping(2, Buffer.from([0xff, 0xfe])));
  // A character in two chunks is one all the same.
  const last = ping(3, whole);
  const middle = last.indexOf(whole) + 1;
  lines.write(last.subarray(0, middle));
  lines.end(last.subarray(middle));
  let text = '';
  for await (const chunk of lines) text += String(chunk);
  expect(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { id: 1, params: { x: 'мир' } },
    { id: 3, params: { x: 'мир' } },
  ]);
  expect(refused).toEqual([{ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error: the message is not UTF-8' } }]);
});
