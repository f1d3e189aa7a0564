import { expect, it } from 'vitest';
import { card } from './candidate.mjs';

it('is new', () => expect(card('x')).toMatchSnapshot());
it('is new inline', () => expect(card('x')).toMatchInlineSnapshot());
it('is no snapshot', () => expect(card('x')).toEqual({ name: 'x' }));
