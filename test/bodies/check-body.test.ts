import { beforeAll, expect, test } from 'vitest';
import { loadPythonBodies } from '../../src/languages/python/body-language.ts';
import { loadPython } from '../../src/languages/python/python-language.ts';
import type { SkillBodies } from '../../src/ports/skill-bodies.ts';

let bodies: SkillBodies;
beforeAll(async () => {
  bodies = await loadPythonBodies(await loadPython());
});

const good =
  'from anneal_skill import ActionResult, Prediction\n\ndef predict(ctx, request):\n    return Prediction("p", [])\n\ndef act(ctx, request, prediction):\n    return ActionResult("log", "state")\n';
const said = (code: string) => bodies.check(code).map(({ message }) => message);

test('takes a body bare, fenced or as JSON', () => {
  for (const text of [
    good,
    `Sure:\n\`\`\`python\n${good}\`\`\`\nDone.`,
    JSON.stringify({ code: good }),
    `\`\`\`json\n${JSON.stringify({ code: good })}\n\`\`\``,
  ]) {
    const found = bodies.extract({ text, finish: 'stop' });
    expect(found).toMatchObject({ type: 'code' });
    expect(found.type === 'code' && found.code.trim()).toBe(good.trim());
  }
  for (const text of ['', '   ', 'I cannot do that.', '{"code": ""}'])
    expect(bodies.extract({ text, finish: 'stop' }).type).toBe('rejected');
  expect(said(good)).toEqual([]);
  expect(said(good.replaceAll('anneal_skill', 'semif_agent.skills'))).toEqual([]);
});

test('says why a body is rejected, with the line', () => {
  expect(said('def predict(ctx, request):\n    return (\n')).toEqual([expect.stringMatching(/^not valid Python \(line \d\): /)]);
  expect(said('def predict(ctx, request):\n    pass\n')).toEqual(['no module-level function act(ctx, request, prediction)']);
  expect(said(`class Skill:\n${good.replace(/^/gm, '    ')}`)).toHaveLength(2);
  expect(said(good.replace('act(ctx, request, prediction)', 'act(ctx)'))).toEqual(['line 6: act must take (ctx, request, prediction)']);
  expect(said(good.replace('def act', 'async def act'))).toEqual(['act must not be async']);
  expect(said(`import os, requests\nfrom bs4 import BeautifulSoup\n${good}`)).toEqual([
    'line 1 imports requests, which is neither the standard library nor anneal_skill',
    'line 2 imports bs4, which is neither the standard library nor anneal_skill',
  ]);
  expect(said(`INTEGRATION = {"hosts": [build()]}\n${good}`)).toEqual([
    expect.stringMatching(/line 1: INTEGRATION must be a dict of literals/),
  ]);
  expect(said(`INTEGRATION = {"a": {"b": "c"}}\n${good}`)).toEqual([expect.stringMatching(/must be flat: a is neither/)]);
  expect(said(`INTEGRATION = {"transport": "smtp"}\n${good}`)).toEqual([expect.stringMatching(/names the transport smtp/)]);
  expect(said(`INTEGRATION = {"hosts": ["*.example.com"]}\n${good}`)).toEqual([expect.stringMatching(/names the host/)]);
});

test('finds working values, and no others', () => {
  const kinds = (top: string) => said(`${top}\n${good}`).map((message) => /holds (.*) as a literal/.exec(message)?.[1]);
  expect(kinds('URL = "https://api.service.test/v1"')).toEqual(['an address']);
  expect(kinds('def f(ctx):\n    return ctx.config.get("url", "http://localhost:8080")')).toEqual(['an address']);
  expect(kinds('HOST = "10.0.0.5"')).toEqual(['a host']);
  expect(kinds('def f(host="localhost"): pass')).toEqual(['a host']);
  expect(kinds('def f(path): return f"https://api.service.test/{path}"')).toEqual(['an address']);
  expect(kinds('TO = "ann@firm.test"')).toEqual(['an e-mail address']);
  expect(kinds('OUT = "/home/ann/notes"')).toEqual(['a path']);
  expect(kinds('API_KEY = "abcd1234"')).toEqual(['a credential']);
  expect(kinds('HEADERS = {"Authorization": "Bearer abcdef123456"}')).toEqual(['a credential']);
  expect(kinds('login(user="x", password="hunter22")')).toEqual(['a credential']);
  expect(kinds('"""See https://docs.service.test and ann@firm.test."""')).toEqual([]);
  expect(kinds('def f(ctx): return ctx.config["api_token"], ctx.config.get("password", "")')).toEqual([]);
  expect(kinds('def f(base): return f"{base}/items", "/items", "text/plain", "DAV:", "http://www.w3.org/2005/Atom"')).toEqual([]);
  expect(kinds('INTEGRATION = {"transport": "http", "hosts": ["api.service.test:443"]}')).toEqual([]);
});

test('reads the declaration as literals', () => {
  const read = (text: string) => bodies.integration(`INTEGRATION = ${text}\n${good}`);
  expect(read('{"service": "s", "transport": "http", "config_vars": ["board_url", "token"], "secrets": "token"}')).toEqual({
    ok: true,
    value: { service: 's', transport: 'http', configVars: ['board_url', 'token'], secrets: ['token'], hosts: ['config:board_url'] },
  });
  expect(bodies.integration(good)).toMatchObject({ ok: true, value: { transport: 'compute', hosts: [] } });
});
