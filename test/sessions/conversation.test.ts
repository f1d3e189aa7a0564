import { describe, expect, test } from 'vitest';
import { inConversation, newestThatFit } from '../../src/sessions/conversation.ts';

describe('a conversation in a prompt', () => {
  const words = async (text: string): Promise<number> => text.split(' ').length;

  test('keeps the newest messages by the model’s own count and says how many are left out', async () => {
    const messages = ['one two three', 'four five six', 'seven eight'];
    expect(await newestThatFit(messages, 5, words)).toEqual({ messages: ['four five six', 'seven eight'], dropped: 1 });
    expect(await newestThatFit(messages, 1, words)).toEqual({ messages: [], dropped: 3 });
    const kept = await newestThatFit(messages, 2, words);
    expect(inConversation('Now this', kept)).toBe(
      'Now this\n\nEarlier messages, oldest first (2 older messages are left out):\n- seven eight',
    );
  });

  test('asks no model where every text fits anyway, and changes no first message', async () => {
    const never = async (): Promise<number> => {
      throw new Error('asked');
    };
    expect(await newestThatFit(['привет'], 12, never)).toEqual({ messages: ['привет'], dropped: 0 });
    expect(inConversation('First', { messages: [], dropped: 0 })).toBe('First');
  });
});
