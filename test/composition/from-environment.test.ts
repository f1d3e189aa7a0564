import { expect, test } from 'vitest';
import { apiKeyFrom, proxyFrom } from '../../src/composition/from-environment.ts';

test('the first key that is set counts, and blank is not set', () => {
  const environment = { ANNEAL_API_KEY: ' ', OPENAI_API_KEY: ' sk-1\n' };
  expect(apiKeyFrom(environment, ['ANNEAL_API_KEY', 'OPENAI_API_KEY'])).toEqual({ apiKey: { value: 'sk-1', variable: 'OPENAI_API_KEY' } });
  expect(apiKeyFrom(environment, ['ANNEAL_API_KEY'])).toEqual({});
});

test('proxy variables are read as other programs read them, small letters first', () => {
  expect(proxyFrom({ http_proxy: 'http://a', HTTP_PROXY: 'http://b', NO_PROXY: 'x' })).toEqual({
    proxy: { httpProxy: 'http://a', noProxy: 'x' },
  });
  expect(proxyFrom({ NO_PROXY: 'x' })).toEqual({});
  expect(proxyFrom({ ALL_PROXY: 'socks5://a', HTTP_PROXY: 'b:1' })).toEqual({ proxy: { httpProxy: 'b:1', httpsProxy: 'socks5://a' } });
});
