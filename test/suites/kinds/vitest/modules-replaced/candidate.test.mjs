import { expect, it, vi } from 'vitest';
import { title } from './candidate.mjs';

vi.mock('./store.mjs', () => ({ load: () => 'fake' }));
it('asks the store', () => expect(title(1)).toBe('FAKE'));
