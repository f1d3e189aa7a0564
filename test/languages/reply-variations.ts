import type { Json } from '../../src/domain/json.ts';
import type { Outcome } from './replies.ts';

type More = {
  readonly finish?: 'length';
  readonly prompt?: string;
  readonly entry?: string;
  readonly arity?: number;
  readonly params?: readonly string[];
  readonly schema?: Json;
  readonly alsoOk?: readonly Outcome[];
};
type Variation = More & {
  readonly id: string;
  readonly language: string;
  readonly wanted: 'code' | 'json' | 'tests';
  readonly raw: string;
  readonly expect: Outcome;
};

const code = (id: string, language: string, raw: string, expected: string | { readonly reject: string }, more: More = {}): Variation => ({
  id,
  language,
  wanted: 'code',
  raw,
  expect: typeof expected === 'string' ? { code: expected } : expected,
  ...more,
});
const json = (id: string, raw: string, expected: Json | undefined, more: More & { readonly reject?: string } = {}): Variation => ({
  id,
  language: 'python',
  wanted: 'json',
  raw,
  expect: expected === undefined ? { reject: more.reject ?? '' } : { json: expected },
  ...more,
});
const tests = (
  id: string,
  language: string,
  entry: string,
  raw: string,
  expected: readonly (readonly [readonly Json[], Json])[],
  more: More = {},
): Variation => ({
  id,
  language,
  wanted: 'tests',
  raw,
  entry,
  expect: expected.length === 0 ? { reject: 'no-code' } : { json: expected.map(([args, value]) => ({ fn: entry, args, expected: value })) },
  ...more,
});

const py = 'def inc(n):\n    return n + 1\n';
const lua = 'local function inc(n)\n  return n + 1\nend\nreturn inc\n';
const js = 'function inc(n) {\n  return n + 1;\n}\n';
const ts = 'export function inc(n: number): number {\n  return n + 1;\n}\n';

/** Own forms of replies; what each must give follows from the rules for replies, not from what is taken today. */
export const variations: readonly Variation[] = [
  // Fences
  code('five-backticks', 'python', `Text\n\`\`\`\`\`py\n${py}\`\`\`\`\`\n`, py),
  code('tilde-no-tag', 'lua', `~~~\n${lua}~~~`, lua),
  code('fence-attributes', 'python', `\`\`\`{.python .numberLines startFrom="1"}\n${py}\`\`\``, py),
  code('fence-tag-with-space', 'javascript', `\`\`\` js\n${js}\`\`\`\n`, js),
  code('fence-tag-upper', 'typescript', `\`\`\`TypeScript\n${ts}\`\`\`\n`, ts),
  code('closer-glued', 'lua', '```lua\nlocal x = 1\nreturn x```\n', 'local x = 1\nreturn x\n'),
  code('closer-glued-prose', 'python', `\`\`\`python\n${py.trimEnd()}\`\`\`\nThat is all.`, py),
  code('closer-tilde-instead', 'python', `\`\`\`python\n${py}~~~\n`, py),
  code('nested-fence-markdown', 'python', `\`\`\`\`markdown\n\`\`\`python\n${py}\`\`\`\n\`\`\`\`\n`, py),
  code(
    'fence-in-js-comment',
    'javascript',
    'Here:\n```js\n/*\n```js\nf()\n```\n*/\nfunction f() {}\nf();\n```\nDone',
    '/*\n```js\nf()\n```\n*/\nfunction f() {}\nf();\n',
  ),
  code(
    'fence-in-lua-comment',
    'lua',
    '```lua\n--[[ Usage:\n```\nf()\n```\n]]\nlocal function f() return 1 end\n```\n',
    '--[[ Usage:\n```\nf()\n```\n]]\nlocal function f() return 1 end\n',
  ),
  code('one-line-tagged', 'python', 'Use ```python print(sum(range(3)))``` here.', 'print(sum(range(3)))\n'),
  code('html-pre', 'python', `<answer>\n\`\`\`python\n${py}\`\`\`\n</answer>`, py),
  code('crlf-everywhere', 'python', `Sure\r\n\`\`\`python\r\n${py.replaceAll('\n', '\r\n')}\`\`\`\r\n`, py),
  code('bom-bare', 'javascript', `\ufeff${js}`, js),
  code('old-mac-lines', 'python', `\`\`\`python\r${py.replaceAll('\n', '\r')}\`\`\`\r`, py),
  // Cut and unclosed
  code('cut-in-fence-js', 'javascript', `\`\`\`js\n${js}`, { reject: 'truncated' }, { finish: 'length' }),
  code('cut-at-tag', 'python', 'Sure:\n```python\n', { reject: 'truncated' }, { finish: 'length' }),
  code('cut-second-block', 'python', `\`\`\`python\n${py}\`\`\`\nUsage:\n\`\`\`python\nprint(inc(`, py, { finish: 'length', entry: 'inc' }),
  code('cut-at-closer', 'lua', `\`\`\`lua\n${lua}\`\`\``, lua, { finish: 'length' }),
  code('cut-bare', 'javascript', js, { reject: 'truncated' }, { finish: 'length' }),
  code('cut-bare-after-end-token', 'lua', `${lua}<|im_end|>\n<|im_start|>user\nMore ple`, lua, { finish: 'length' }),
  code('open-js-whole', 'javascript', `\`\`\`js\n${js}`, js),
  code('open-js-cut', 'javascript', '```js\nfunction inc(n) {\n  return n +', { reject: 'truncated' }),
  code('open-lua-string', 'lua', '```lua\nlocal s = "abc', { reject: 'truncated' }),
  code('open-ts-prose', 'typescript', `\`\`\`ts\n${ts}\nThis function adds one to its argument.`, ts),
  code('open-python-prose', 'python', `\`\`\`python\n${py}\nThe function adds one.\nIt takes a number.`, py),
  code('thinking-cut', 'python', '<think>\nLet me write `def f(x)` first', { reject: 'truncated' }, { finish: 'length' }),
  // Several blocks
  code('helper-then-entry', 'python', `\`\`\`python\ndef twice(n):\n    return n * 2\n\`\`\`\n\n\`\`\`python\n${py}\`\`\``, py, {
    entry: 'inc',
  }),
  code('usage-js', 'javascript', `\`\`\`js\n${js}\`\`\`\nUsage:\n\`\`\`js\nconsole.log(inc(1)); // 2\n\`\`\``, js, { entry: 'inc' }),
  code(
    'three-corrections',
    'lua',
    '```lua\nlocal function f() return 1 end\n```\nno:\n```lua\nlocal function f() return 2 end\n```\nfinally:\n```lua\nlocal function f() return 3 end\n```',
    'local function f() return 3 end\n',
    { entry: 'f' },
  ),
  code('output-block-last', 'python', `\`\`\`python\n${py}\`\`\`\nOutput:\n\`\`\`text\n2\n\`\`\``, py),
  code('shell-after', 'python', `\`\`\`python\n${py}\`\`\`\nRun it:\n\`\`\`bash\npython inc.py\nls -la\n\`\`\``, py),
  code('json-example-after', 'javascript', `\`\`\`js\n${js}\`\`\`\nConfig:\n\`\`\`json\n{"n": 1}\n\`\`\``, js),
  code('two-files', 'python', '`a.py`:\n```python\ndef a():\n    return 1\n```\n`b.py`:\n```python\ndef b():\n    return 2\n```', {
    reject: 'ambiguous',
  }),
  code(
    'two-files-entry',
    'python',
    '`a.py`:\n```python\ndef a():\n    return 1\n```\n`b.py`:\n```python\ndef b():\n    return 2\n```',
    'def a():\n    return 1\n',
    { entry: 'a' },
  ),
  code(
    'second-imports-first',
    'javascript',
    '```js\nfunction a() { return 1; }\n```\nand\n```js\nfunction b() { return a() + 1; }\n```',
    'function b() { return a() + 1; }\n',
  ),
  code('patch-new-file', 'python', '```diff\n--- /dev/null\n+++ b/inc.py\n@@ -0,0 +1,2 @@\n+def inc(n):\n+    return n + 1\n```', py, {
    alsoOk: [{ reject: 'no-code' }],
  }),
  code('patch-js', 'javascript', '```diff\n-const a = 1;\n+const a = 2;\n```', { reject: 'no-code' }, { alsoOk: [{ reject: 'syntax' }] }),
  code('js-and-ts', 'javascript', `\`\`\`ts\n${ts}\`\`\`\n\`\`\`js\n${js}\`\`\``, js, { entry: 'inc' }),
  code('entry-in-none', 'python', `\`\`\`python\n${py}\`\`\``, { reject: 'no-code' }, { entry: 'other' }),
  // Reasoning
  code('thinking-tag', 'python', `<thinking>I could use \`\`\`python\ndef inc(n): pass\n\`\`\`</thinking>\n\`\`\`python\n${py}\`\`\``, py),
  code('orphan-end-same-line', 'lua', `So I add one.</think>\`\`\`lua\n${lua}\`\`\``, lua),
  code('orphan-end-open-fence', 'python', `Draft:\n\`\`\`python\ndef inc(n)\nhm\n</think>\n\n\`\`\`python\n${py}\`\`\``, py),
  code('two-thinks', 'lua', `<think>a</think>\n<think>b</think>\n\`\`\`lua\n${lua}\`\`\``, lua),
  code(
    'think-in-the-middle',
    'python',
    `Let me see.\n<think>\n\`\`\`python\ndef inc(n): return n\n\`\`\`\n</think>\n\`\`\`python\n${py}\`\`\``,
    py,
  ),
  code('think-empty', 'javascript', `<think>\n\n</think>\n\n${js}`, js),
  code('think-only', 'python', '<think>nothing to say</think>', { reject: 'empty' }),
  code(
    'think-in-js-string',
    'javascript',
    '```js\nconst open = "<think>";\nconst close = "</think>";\nmodule.exports = { open, close };\n```',
    'const open = "<think>";\nconst close = "</think>";\nmodule.exports = { open, close };\n',
  ),
  code(
    'think-bare-split',
    'python',
    'def answer(text):\n    return text.split("</think>")[-1]\n',
    'def answer(text):\n    return text.split("</think>")[-1]\n',
  ),
  code(
    'harmony',
    'python',
    `<|channel|>analysis<|message|>Use inc.<|end|><|start|>assistant<|channel|>final<|message|>\`\`\`python\n${py}\`\`\``,
    py,
  ),
  // Tokens
  code('role-header', 'lua', `<|start_header_id|>assistant<|end_header_id|>\n\n\`\`\`lua\n${lua}\`\`\`<|eot_id|>`, lua),
  code('im-start', 'python', `<|im_start|>assistant\n${py}<|im_end|>`, py),
  code(
    'second-turn',
    'python',
    `\`\`\`python\n${py}\`\`\`<|im_end|>\n<|im_start|>user\nIn one line?<|im_end|>\n<|im_start|>assistant\n\`\`\`python\ninc = lambda n: n + 1\n\`\`\``,
    py,
  ),
  code('s-token', 'javascript', `${js}</s>`, js),
  code('gemma-turn', 'lua', `${lua}<end_of_turn>\n`, lua),
  code('deepseek-token', 'python', `\`\`\`python\n${py}\`\`\`<｜end▁of▁sentence｜>`, py),
  code('inst-leak', 'javascript', `${js}[/INST] thanks`, js),
  code('fim-around', 'lua', `<|fim_prefix|><|fim_suffix|><|fim_middle|>${lua}`, lua),
  code('token-in-open-fence', 'python', `\`\`\`python\n${py.trimEnd()}<|eot_id|>`, py),
  code(
    'token-data-js',
    'javascript',
    '```js\nconst stops = ["<|im_end|>", "</s>"];\nmodule.exports = stops;\n```\n',
    'const stops = ["<|im_end|>", "</s>"];\nmodule.exports = stops;\n',
  ),
  code('role-word-python', 'python', `assistant\n${py}`, py),
  // JSON around code
  code('json-js', 'javascript', JSON.stringify({ code: js }), js),
  code('json-solution-key', 'typescript', JSON.stringify({ explanation: 'adds one', solution: ts }), ts),
  code('json-prose-around', 'python', `Here is the JSON:\n\n${JSON.stringify({ code: py })}\n\nHope it helps.`, py),
  code('json-fence-prose', 'lua', `Here:\n\`\`\`json\n${JSON.stringify({ code: lua }, null, 2)}\n\`\`\`\nDone.`, lua),
  code('json-tool-string', 'python', JSON.stringify({ name: 'run', arguments: JSON.stringify({ code: py }) }), py),
  code('json-triple-quotes', 'python', `{"code": """${py}"""}`, py),
  code('json-single-quotes', 'lua', "{'code': 'return \"a\"'}", 'return "a"\n'),
  code('json-raw-single', 'python', `{'code': 'def f(s):\n    return s + "x"'}`, 'def f(s):\n    return s + "x"\n'),
  code('json-missing-opening', 'python', `"code": ${JSON.stringify(py)}}`, py),
  code('json-prefilled', 'python', `${JSON.stringify(py).slice(1)}}`, py, { prompt: '{"code": "' }),
  code('json-double-escape-lua', 'lua', '{"code": "local x = 1\\\\nreturn x"}', 'local x = 1\nreturn x\n'),
  code(
    'json-keeps-escapes-js',
    'javascript',
    JSON.stringify({ code: 'const s = "a\\nb";\nmodule.exports = s;\n' }),
    'const s = "a\\nb";\nmodule.exports = s;\n',
  ),
  code('json-one-line-escapes', 'python', JSON.stringify({ code: 'print("a\\nb")' }), 'print("a\\nb")\n'),
  code(
    'json-regex-backslash',
    'python',
    '{"code": "import re\\nprint(re.findall(r\'\\d+\', \'a1\'))"}',
    "import re\nprint(re.findall(r'\\d+', 'a1'))\n",
  ),
  code('json-cut', 'javascript', '{"code": "function f() {\\n  return', { reject: 'truncated' }, { finish: 'length' }),
  code('json-cut-after-code', 'python', `{"code": ${JSON.stringify(py)}, "not`, { reject: 'truncated' }, { finish: 'length' }),
  code('json-bad-code', 'lua', JSON.stringify({ code: 'local x = = 1\nreturn x' }), { reject: 'syntax' }),
  code('json-other-language', 'lua', JSON.stringify({ code: py }), { reject: 'wrong-language' }),
  code('json-tests-too', 'python', JSON.stringify({ code: py, tests: 'assert inc(1) == 2' }), py),
  code('json-lines', 'python', JSON.stringify({ code: ['def inc(n):', '    return n + 1'] }), py),
  code('json-without-code', 'python', '{"ok": true}', { reject: 'no-code' }),
  code(
    'python-dict-is-code',
    'python',
    'LIMITS = {"a": 1}\n\ndef limit(k):\n    return LIMITS[k]\n',
    'LIMITS = {"a": 1}\n\ndef limit(k):\n    return LIMITS[k]\n',
  ),
  // lua{…}lua
  code('wrapper-bare', 'lua', 'lua{return wf.vars.x}lua', 'return wf.vars.x\n'),
  code('wrapper-in-fence', 'lua', '```lua\nlua{\nlocal x = wf.vars.x\nreturn x\n}lua\n```', 'local x = wf.vars.x\nreturn x\n'),
  code('wrapper-prose', 'lua', 'Вот выражение: lua{return #wf.vars.items}lua — оно возвращает длину.', 'return #wf.vars.items\n'),
  code('wrapper-nested-braces', 'lua', '{"result": "lua{return {a = {1}}}lua"}', 'return {a = {1}}\n'),
  code('wrapper-same-twice', 'lua', '{"a": "lua{return 1}lua", "b": "lua{return 1}lua"}', 'return 1\n'),
  code('wrapper-cut', 'lua', 'lua{local x = 1\nreturn', { reject: 'truncated' }, { finish: 'length' }),
  // HTML, quotes, invisible characters
  code(
    'html-lua',
    'lua',
    '```lua\nlocal function lt(a, b)\n  return a &lt; b\nend\nreturn lt\n```',
    'local function lt(a, b)\n  return a < b\nend\nreturn lt\n',
  ),
  code(
    'html-ts',
    'typescript',
    '```ts\nfunction f(xs: Array&lt;number&gt;): number {\n  return xs.length &gt; 0 ? 1 : 0;\n}\n```',
    'function f(xs: Array<number>): number {\n  return xs.length > 0 ? 1 : 0;\n}\n',
  ),
  code(
    'html-mixed',
    'python',
    '```python\ndef f(a, b):\n    return "&lt;" if a &lt; b else "&gt;"\n```',
    'def f(a, b):\n    return "&lt;" if a < b else "&gt;"\n',
  ),
  code(
    'html-and',
    'javascript',
    '```js\nconst both = (a, b) =&gt; a &amp;&amp; b;\nmodule.exports = both;\n```',
    'const both = (a, b) => a && b;\nmodule.exports = both;\n',
  ),
  code(
    'html-arithmetic-parses',
    'python',
    '```python\ndef f(a, b):\n    x = a &gt; b\n    return x\n```',
    'def f(a, b):\n    x = a > b\n    return x\n',
  ),
  code('html-quoted', 'javascript', '```js\nconsole.log(&quot;a&quot;);\n```', 'console.log("a");\n'),
  code('nbsp-lua', 'lua', '```lua\nlocal\u00a0x\u00a0=\u00a0"a\u00a0b"\nreturn x\n```', 'local x = "a\u00a0b"\nreturn x\n'),
  code(
    'zero-width-js',
    'javascript',
    '\u200bconst\u200b x = "a\u200bb";\nmodule.exports = x;\n',
    'const x = "a\u200bb";\nmodule.exports = x;\n',
  ),
  code('curly-single-python', 'python', '```python\nprint(‘hi’)\n```', "print('hi')\n", { alsoOk: [{ reject: 'syntax' }] }),
  code('curly-in-python-string', 'python', '```python\ntext = "“quoted”"\nprint(text)\n```', 'text = "“quoted”"\nprint(text)\n'),
  // Gutters, prompts, indentation
  code('gutter-colon', 'lua', '```lua\n1: local x = 1\n2: return x\n```', 'local x = 1\nreturn x\n'),
  code('gutter-padded', 'javascript', '```js\n 9 | const a = 1;\n10 | module.exports = a;\n```', 'const a = 1;\nmodule.exports = a;\n'),
  code('gutter-spaces', 'python', '```python\n1  def inc(n):\n2      return n + 1\n```', py),
  code('gutter-zero', 'python', '```python\n01 def inc(n):\n02     return n + 1\n```', py),
  code(
    'prompts-bare',
    'python',
    '>>> def inc(n):\n...     return n + 1\n... \n>>> inc(1)\n2\n',
    'def inc(n):\n    return n + 1\n\ninc(1)\n',
  ),
  code('list-nested', 'python', `- Code:\n\n  \`\`\`python\n  def inc(n):\n      return n + 1\n  \`\`\`\n- Done`, py),
  code('quote-nested', 'python', '> ```python\n> def inc(n):\n>     return n + 1\n> ```', py),
  code('indented-python', 'python', 'The code:\n\n    def inc(n):\n        return n + 1\n\nThat is it.', py),
  code('indented-fence-body', 'python', '```python\n    def inc(n):\n        return n + 1\n```', py),
  code('lang-word-js', 'javascript', `javascript\n${js}`, js),
  code('lang-word-ts', 'typescript', `ts\n${ts}`, ts),
  code('lang-word-colon', 'python', `Python:\n${py}`, py),
  // Prose
  code('prose-before-bare', 'javascript', `Here is the function you asked for:\n\n${js}`, js),
  code('prose-both-sides', 'lua', `Sure, here it is.\n\n${lua}\nIt adds one to the number.\nHope this helps!`, lua),
  code('prose-russian', 'python', `Конечно! Вот функция:\n\n${py}\nОна прибавляет единицу.`, py),
  code('prose-russian-fence', 'typescript', `Решение:\n\n\`\`\`ts\n${ts}\`\`\`\n\nПояснение: всё просто.`, ts),
  code('emoji-fence', 'python', `✨ Готово ✨\n\`\`\`python\n${py}\`\`\`\n🎉`, py),
  code('many-trailing-paragraphs', 'python', `${py}\n${'This is a further remark about it.\n\n'.repeat(60)}`, py),
  code('headings', 'lua', `## Solution\n\n\`\`\`lua\n${lua}\`\`\`\n\n## Notes\n\n* fast\n* small`, lua),
  code('statement-only-prose', 'python', 'Python code:\n\nprint(sum(range(10)))', 'print(sum(range(10)))\n'),
  // Rejections
  code('refusal-curly', 'python', 'I’m sorry, but I can’t help with that.', { reject: 'refusal' }),
  code('refusal-unable', 'javascript', 'I am unable to assist with this request.', { reject: 'refusal' }),
  code('refusal-russian', 'python', 'К сожалению, я не могу помочь с этим запросом.', { reject: 'refusal' }),
  code('refusal-and-code', 'python', `I cannot help with the first part, but:\n\`\`\`python\n${py}\`\`\``, py),
  code('empty-fence', 'python', '```python\n```', { reject: 'no-code' }, { alsoOk: [{ reject: 'empty' }] }),
  code('empty-token', 'python', '<|eot_id|>', { reject: 'empty' }),
  code('empty-bom', 'lua', '\ufeff \r\n\t', { reject: 'empty' }),
  code('docstring-only', 'python', '```python\n"""Plan: first sort, then count."""\n```', { reject: 'no-code' }),
  code('comments-js', 'javascript', '```js\n// first sort\n/* then count */\n```', { reject: 'no-code' }),
  code('question-back', 'lua', 'Could you tell me which version of Lua you use?', { reject: 'no-code' }),
  code('lua-for-python', 'python', `\`\`\`python\n${lua}\`\`\``, { reject: 'wrong-language' }),
  code('js-for-lua', 'lua', `\`\`\`\n${js}\`\`\``, { reject: 'wrong-language' }),
  code('js-for-python', 'python', `\`\`\`js\n${js}\`\`\``, { reject: 'wrong-language' }),
  code('ts-for-js-untagged', 'javascript', `\`\`\`\n${ts}\`\`\``, { reject: 'wrong-language' }),
  code('python-for-ts', 'typescript', `\`\`\`python\n${py}\`\`\``, { reject: 'wrong-language' }),
  code('js-for-ts', 'typescript', `\`\`\`js\n${js}\`\`\``, js),
  code('broken-js', 'javascript', '```js\nfunction f( {\n  return 1;\n}\n```', { reject: 'syntax' }),
  code('broken-ts', 'typescript', '```ts\nconst x: number = ;\nexport { x };\n```', { reject: 'syntax' }),
  // Continuations
  code('body-fenced', 'python', '```python\n    return n + 1\n```', 'def inc(n):\n    return n + 1\n', {
    prompt: 'def inc(n):\n',
    entry: 'inc',
  }),
  code(
    'body-then-usage',
    'lua',
    '  return n + 1\nend\n\nprint(inc(1))\n',
    'local function inc(n)\n  return n + 1\nend\n\nprint(inc(1))\n',
    { prompt: 'local function inc(n)\n', entry: 'inc' },
  ),
  code('body-ts', 'typescript', '  return n + 1;\n}\n', 'function inc(n: number): number {\n  return n + 1;\n}\n', {
    prompt: 'function inc(n: number): number {\n',
    entry: 'inc',
  }),
  code(
    'body-cut',
    'python',
    '    total = 0\n    for x in',
    { reject: 'truncated' },
    { prompt: 'def f(xs):\n', entry: 'f', finish: 'length' },
  ),
  code('body-token', 'javascript', '  return n + 1;\n}<|endoftext|>', 'function inc(n) {\n  return n + 1;\n}\n', {
    prompt: 'function inc(n) {\n',
    entry: 'inc',
  }),
  code('body-prose', 'python', '    return n + 1\n\nThis function returns the next number.\n', py, {
    prompt: 'def inc(n):\n',
    entry: 'inc',
  }),
  code('fenced-prompt', 'python', '    return n + 1\n```\nDone', py, { prompt: '```python\ndef inc(n):\n', entry: 'inc' }),
  // JSON wanted
  json('json-plain', '{"a": [1, 2.5, -3e2, null, true]}', { a: [1, 2.5, -300, null, true] }),
  json('json-array', 'Result:\n[1, 2, 3]', [1, 2, 3]),
  json('json-fence-tilde', '~~~json\n{"a": 1}\n~~~', { a: 1 }),
  json('json-in-html-tag', '<json>{"a": 1}</json>', { a: 1 }),
  json('json-after-think', '<think>{"a": 0}</think>{"a": 1}', { a: 1 }),
  json('json-token', '{"a": 1}<|im_end|>{"a": 2}', { a: 1 }),
  json('json-token-in-string', '{"a": "<|im_end|>"}', { a: '<|im_end|>' }),
  json('json-nested-dialect', "{'a': {'b': [True, False, None,],},}", { a: { b: [true, false, null] } }),
  json('json-apostrophe-escaped', "{'a': 'it\\'s'}", { a: "it's" }),
  json('json-tuple', "{'a': (1, 2)}", { a: [1, 2] }),
  json('json-hash-comment', '{\n  "a": 1, # one\n  "b": 2\n}', { a: 1, b: 2 }),
  json('json-comment-in-string', '{"a": "# no /* comment */ // here"}', { a: '# no /* comment */ // here' }),
  json('json-newline-in-string', '{"a": "one\ntwo"}', { a: 'one\ntwo' }),
  json('json-keeps-wrapper', '{"x": "lua{return 1}lua"}', { x: 'lua{return 1}lua' }),
  json('json-keeps-escaped', '{"code": "a\\\\nb"}', { code: 'a\\nb' }),
  json('json-smart-quotes', '{“a”: “b”}', { a: 'b' }),
  json('json-several-last', '{"a": 1}\n{"a": 2}\n', { a: 2 }),
  json('json-schema-echo-last', '{"n": 3}\n\nwhich follows the schema {"n": "number"}.', { n: 3 }),
  json(
    'json-by-schema',
    '{"n": 3}\n{"note": "done"}',
    { n: 3 },
    { schema: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } } },
  ),
  json('json-missing-opening-brace', '"a": 1, "b": 2}', { a: 1, b: 2 }),
  json('json-crlf', '\ufeff{\r\n"a": "x"\r\n}', { a: 'x' }),
  json('json-prose-braces', 'Use {braces} and {more}.', undefined, { reject: 'no-code' }),
  json('json-cut-array', '[{"a": 1}, {"a":', undefined, { reject: 'truncated', finish: 'length' }),
  json('json-cut-stop', '{"a": {"b": 1}, "c": [1,', undefined, { reject: 'truncated' }),
  json('json-cut-number', '{"a": 12', undefined, { reject: 'truncated', finish: 'length' }),
  json('json-cut-fence', '```json\n{"a": 1,', undefined, { reject: 'truncated', finish: 'length' }),
  json('json-empty', '  \n', undefined, { reject: 'empty' }),
  json('json-refusal', 'I cannot provide this information.', undefined, { reject: 'refusal' }),
  json('json-code-value', '```json\n{"code": "```js\\nlet a;\\n```"}\n```\nDone', { code: '```js\nlet a;\n```' }),
  json('json-russian', 'Вот ответ:\n{"имя": "Аня", "возраст": 5}', { имя: 'Аня', возраст: 5 }),
  // Tests
  tests(
    't-unittest',
    'python',
    'inc',
    '```python\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(inc(1), 2)\n        self.assertEqual(0, inc(-1))\n        self.assertNotEqual(inc(1), 3)\n        self.assertIsNone(inc(None))\n        self.assertTrue(inc(0))\n```',
    [
      [[1], 2],
      [[-1], 0],
      [[null], null],
      [[0], true],
    ],
  ),
  tests('t-pytest-bool', 'python', 'even', 'assert even(2)\nassert not even(3)\nassert even(0) is True\n', [
    [[2], true],
    [[3], false],
    [[0], true],
  ]),
  tests('t-multiline', 'python', 'total', 'assert total([\n    1,\n    2,\n]) == 3\nassert total([]) == \\\n    0\n', [
    [[[1, 2]], 3],
    [[[]], 0],
  ]),
  tests('t-raises-dropped', 'python', 'inc', 'with pytest.raises(TypeError):\n    inc("a")\nassert inc(1) == 2', [[[1], 2]]),
  tests('t-doctest-fence', 'python', 'pair', '```python\n>>> pair(1)\n(1, 1)\n>>> pair(None)\n(None, None)\n```', [
    [[1], [1, 1]],
    [[null], [null, null]],
  ]),
  tests('t-dict', 'python', 'count', "assert count('aab') == {'a': 2, 'b': 1}", [[['aab'], { a: 2, b: 1 }]]),
  tests(
    't-parametrize',
    'python',
    'add',
    '@pytest.mark.parametrize("a, b, expected", [\n    (1, 2, 3),\n    (0, 0, 0),\n])\ndef test_add(a, b, expected):\n    assert add(a, b) == expected\n',
    [
      [[1, 2], 3],
      [[0, 0], 0],
    ],
  ),
  tests(
    't-keywords',
    'python',
    'area',
    'assert area(width=2, height=3) == 6\nassert area(2, height=4) == 8',
    [
      [[2, 3], 6],
      [[2, 4], 8],
    ],
    { params: ['width', 'height'] },
  ),
  tests(
    't-jest',
    'javascript',
    'add',
    "describe('add', () => {\n  it('adds', () => {\n    expect(add(1, 2)).toBe(3);\n    expect(add(0, 0)).toEqual(0);\n  });\n  test('one line', () => expect(add(2, 2)).toStrictEqual(4));\n  it('not', () => { expect(add(1, 1)).not.toBe(3); });\n});",
    [
      [[1, 2], 3],
      [[0, 0], 0],
      [[2, 2], 4],
    ],
  ),
  tests(
    't-node-test',
    'javascript',
    'pick',
    "import test from 'node:test';\ntest('pick', () => {\n  assert.deepEqual(pick({ a: 1 }, ['a']), { a: 1 });\n  assert.equal(pick(null), undefined);\n  assert.notEqual(pick(1), 2);\n});",
    [
      [[{ a: 1 }, ['a']], { a: 1 }],
      [[null], null],
    ],
  ),
  tests('t-chai', 'javascript', 'inc', 'expect(inc(1)).to.equal(2);\nexpect(inc(2)).to.deep.equal(3);\nexpect(inc(3)).to.not.equal(3);', [
    [[1], 2],
    [[2], 3],
  ]),
  tests('t-comments-js', 'javascript', 'inc', '```js\ninc(1); // 2\nconsole.log(inc(2)); // => 3\n```', [
    [[1], 2],
    [[2], 3],
  ]),
  tests('t-comments-python', 'python', 'inc', '```python\nprint(inc(1))  # 2\ninc(2)  # -> 3\n```', [
    [[1], 2],
    [[2], 3],
  ]),
  tests('t-comments-lua', 'lua', 'inc', '```lua\nprint(inc(1)) --> 2\ninc(2) -- 3\n```', [
    [[1], 2],
    [[2], 3],
  ]),
  tests('t-ts', 'typescript', 'inc', '```ts\nexpect(inc(1)).toBe(2);\nassert.equal(inc(5), 6);\n```', [
    [[1], 2],
    [[5], 6],
  ]),
  tests(
    't-busted-forms',
    'lua',
    'f',
    'it("a", function()\n  assert.equals(2, f(1))\n  assert.are.same({1, 2}, f({2, 1}))\n  assert.is_true(f("x"))\n  assert.is_false(f(""))\n  assert.are_not.equal(3, f(1))\n  assert.has_error(function() f(nil) end)\nend)',
    [
      [[1], 2],
      [[[2, 1]], [1, 2]],
      [['x'], true],
      [[''], false],
    ],
  ),
  tests('t-lua-assert', 'lua', 'f', 'assert(f(1) == 2)\nassert(f({}) == nil, "empty")\nassert(f("a") == "b") -- letter', [
    [[1], 2],
    [[[]], null],
    [['a'], 'b'],
  ]),
  tests(
    't-luaunit-forms',
    'lua',
    'f',
    'luaunit.assertEquals(f(1), 2)\nlu.assertNil(f(2))\nlu.assertTrue(f(3))\nlu.assertNotEquals(f(4), 5)',
    [
      [[1], 2],
      [[2], null],
      [[3], true],
    ],
  ),
  tests('t-json-array', 'python', 'add', '```json\n[\n  {"args": [1, 2], "expected": 3},\n  {"args": [0, 0], "expected": 0}\n]\n```', [
    [[1, 2], 3],
    [[0, 0], 0],
  ]),
  tests('t-json-wrapped', 'javascript', 'add', '{"tests": [{"input": [1, 2], "output": 3}, {"input": [2, 2], "output": 4}]}', [
    [[1, 2], 3],
    [[2, 2], 4],
  ]),
  tests('t-json-params', 'python', 'add', '[{"input": {"a": 1, "b": 2}, "expected": 3}]', [[[1, 2], 3]], { params: ['a', 'b'] }),
  tests('t-json-cut', 'python', 'add', '[{"args": [1, 2], "expected": 3}, {"args": [0, 0], "exp', [[[1, 2], 3]], { finish: 'length' }),
  tests(
    't-json-other-fn',
    'python',
    'add',
    '[{"fn": "add", "args": [1, 2], "expected": 3}, {"fn": "sub", "args": [1, 2], "expected": -1}]',
    [[[1, 2], 3]],
  ),
  tests('t-json-source', 'python', 'add', '["assert add(1, 2) == 3", "assert add(0, 0) == 0"]', [
    [[1, 2], 3],
    [[0, 0], 0],
  ]),
  tests('t-json-dialect', 'python', 'even', "[{'args': [2], 'expected': True}, {'args': [3], 'expected': False},]", [
    [[2], true],
    [[3], false],
  ]),
  tests('t-table-columns', 'python', 'add', '| a | b | Expected |\n|---|---|---|\n| 1 | 2 | 3 |\n| 0 | 0 | 0 |', [
    [[1, 2], 3],
    [[0, 0], 0],
  ]),
  tests(
    't-table-numbered',
    'lua',
    'inc',
    '| # | Call | Result | Why |\n|---|------|--------|-----|\n| 1 | `inc(1)` | `2` | one |\n| 2 | `inc(-1)` | `0` | below |',
    [
      [[1], 2],
      [[-1], 0],
    ],
  ),
  tests('t-table-russian', 'python', 'inc', '| Вызов | Ожидается |\n|---|---|\n| `inc(1)` | `2` |', [[[1], 2]]),
  tests('t-prose', 'python', 'inc', 'For example, `inc(1)` should return `2`, and `inc(-1)` returns 0.', [
    [[1], 2],
    [[-1], 0],
  ]),
  tests('t-prose-russian', 'python', 'inc', 'Вызов `inc(1)` должен вернуть 2.\nВызов `inc(5)` возвращает `6`.', [
    [[1], 2],
    [[5], 6],
  ]),
  tests('t-arrows', 'javascript', 'f', '- f(1) => 2\n- f("a") → "b"\n* `f([1])` -> `[2]`', [
    [[1], 2],
    [['a'], 'b'],
    [[[1]], [2]],
  ]),
  tests('t-think', 'python', 'inc', '<think>assert inc(0) == 5</think>\nassert inc(1) == 2', [[[1], 2]]),
  tests('t-token', 'python', 'inc', 'assert inc(1) == 2<|im_end|>\nassert inc(9) == 9', [[[1], 2]]),
  tests('t-cut-parses', 'python', 'inc', 'assert inc(1) == 2\nassert inc(10) == 1', [[[1], 2]], { finish: 'length' }),
  tests('t-expr', 'javascript', 'f', 'assert.equal(f(Math.PI), 2 * Math.PI);', [[[{ $expr: 'Math.PI' }], { $expr: '2 * Math.PI' }]]),
  tests('t-await', 'javascript', 'f', 'assert.equal(await f(1), 2);', [[[1], 2]]),
  tests('t-undefined', 'javascript', 'f', 'expect(f()).toBeUndefined();\nexpect(f(1)).toBeNull();\nexpect(f(2)).toBeTruthy();', [
    [[], null],
    [[1], null],
    [[2], true],
  ]),
  tests('t-other-only', 'lua', 'f', 'assert(g(1) == 2)', []),
  tests('t-advice', 'python', 'f', 'Test with empty lists, long lists and None.', []),
  tests('t-sets-and-bytes', 'python', 'f', "assert f({1}) == b'x'", [[[{ $expr: '{1}' }], { $expr: "b'x'" }]]),
  tests('t-nested-call', 'python', 'f', 'assert len(f([1])) == 1\nassert f([1]) == [1]', [[[[1]], [1]]]),
  tests('t-arity', 'lua', 'f', 'assert(f(1, 2) == 3)\nassert(f(1) == 1)', [[[1, 2], 3]], { arity: 2 }),
];
