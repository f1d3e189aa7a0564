import { expect, test } from 'vitest';
import { grammarSchema } from '../../../src/models/llama-cpp/grammar-schema.ts';

test('unions, lists of types, older definitions and implied types become what the library knows', () => {
  const { schema, loose } = grammarSchema({
    title: 'A thing',
    type: 'object',
    properties: {
      maybe: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      either: { type: ['integer', 'array'], items: { type: 'string' } },
      one: { allOf: [{ $ref: '#/definitions/k' }] },
      implied: { properties: { a: { const: 1 } } },
    },
    required: ['maybe', 'more'],
    definitions: { k: { type: 'string', enum: ['x'] } },
  });
  expect(schema).toMatchObject({
    type: 'object',
    properties: {
      maybe: { oneOf: [{ type: 'string' }, { type: 'null' }] },
      either: { oneOf: [{ type: 'integer' }, { type: 'array', items: { type: 'string' } }] },
      one: { $ref: '#/$defs/k' },
      implied: { type: 'object', properties: { a: { const: 1 } } },
      more: { oneOf: expect.any(Array) },
    },
    additionalProperties: false,
    $defs: { k: { enum: ['x'] } },
  });
  expect(loose).toEqual([]);
});

test('what cannot be enforced is left open and named', () => {
  const { schema, loose } = grammarSchema({
    type: 'object',
    properties: { a: { type: 'string', pattern: '^x' }, b: { type: 'number', minimum: 3 }, c: { not: { type: 'string' } }, d: false },
  });
  expect(schema).toMatchObject({ properties: { a: { type: 'string' }, b: { type: 'number' }, c: { oneOf: expect.any(Array) } } });
  expect(loose).toEqual(['pattern', 'minimum', 'not', 'false']);
});

test('an optional property that leads back to its own kind is left out, else no answer would end', () => {
  const node = (required: readonly string[]) => ({
    $ref: '#/$defs/node',
    $defs: { node: { type: 'object', properties: { value: { type: 'integer' }, next: { $ref: '#/$defs/node' } }, required } },
  });
  expect(grammarSchema(node(['value'])).schema).toEqual({
    $ref: '#/$defs/node',
    $defs: { node: { type: 'object', properties: { value: { type: 'integer' } }, additionalProperties: false } },
  });
});
