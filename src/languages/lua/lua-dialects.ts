export const luaDialects = ['5.1', '5.3', '5.4', 'luajit', 'luau'] as const;
export type LuaDialect = (typeof luaDialects)[number];

export type DialectFacts = {
  /** Global functions and values. */
  readonly names: ReadonlySet<string>;
  /** Fields of the standard tables. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  /** Syntax that later versions brought and this one lacks. */
  readonly lacks: ReadonlySet<'goto' | 'integer-division' | 'bitwise' | 'attribs'>;
};

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

const coreNames =
  '_G _VERSION assert error getmetatable ipairs next pairs pcall print rawequal rawget rawset require select setmetatable tonumber tostring type xpcall';
const programNames = 'arg collectgarbage dofile load loadfile';
const old = 'getfenv setfenv loadstring module newproxy unpack gcinfo';

const strings = 'byte char find format gmatch gsub len lower match rep reverse sub upper';
const maths = 'abs acos asin atan ceil cos deg exp floor fmod huge log max min modf pi rad random randomseed sin sqrt tan';
const oldMaths = 'atan2 cosh frexp ldexp log10 pow sinh tanh';
const tables = 'concat insert remove sort';
const coroutines = 'create resume running status wrap yield';
const system = 'clock date difftime execute exit getenv remove rename setlocale time tmpname';
const files = 'close flush input lines open output popen read stderr stdin stdout tmpfile type write';
const debugging = 'debug gethook getinfo getlocal getmetatable getregistry getupvalue sethook setlocal setmetatable setupvalue traceback';
const modules = 'cpath loaded loadlib path preload';
const utf8 = 'char charpattern codepoint codes len offset';
const packing = 'pack packsize unpack';

type Sketch = { readonly names: string; readonly fields: Readonly<Record<string, string>>; readonly lacks: string };

const sketches: Readonly<Record<LuaDialect, Sketch>> = {
  '5.1': {
    names: `${coreNames} ${programNames} ${old}`,
    fields: {
      string: `${strings} dump gfind`,
      math: `${maths} ${oldMaths} mod`,
      table: `${tables} foreach foreachi getn maxn setn`,
      coroutine: coroutines,
      os: system,
      io: files,
      debug: `${debugging} getfenv setfenv`,
      package: `${modules} loaders seeall config`,
    },
    lacks: 'goto integer-division bitwise attribs',
  },
  luajit: {
    names: `${coreNames} ${programNames} ${old} bit jit`,
    fields: {
      string: `${strings} dump`,
      math: `${maths} ${oldMaths}`,
      table: `${tables} foreach foreachi getn maxn move`,
      coroutine: `${coroutines} isyieldable`,
      os: system,
      io: files,
      debug: `${debugging} getfenv setfenv upvalueid upvaluejoin getuservalue setuservalue`,
      package: `${modules} loaders seeall config searchers searchpath`,
      bit: 'arshift band bnot bor bswap bxor lshift rol ror rshift tobit tohex',
      jit: 'arch flush off on opt os status version version_num',
    },
    lacks: 'integer-division bitwise attribs',
  },
  '5.3': {
    names: `${coreNames} ${programNames} rawlen`,
    fields: {
      string: `${strings} dump ${packing}`,
      math: `${maths} maxinteger mininteger tointeger type ult`,
      table: `${tables} move pack unpack`,
      coroutine: `${coroutines} isyieldable`,
      os: system,
      io: files,
      debug: `${debugging} getuservalue setuservalue upvalueid upvaluejoin`,
      package: `${modules} config searchers searchpath`,
      utf8,
    },
    lacks: 'attribs',
  },
  '5.4': {
    names: `${coreNames} ${programNames} rawlen warn`,
    fields: {
      string: `${strings} dump ${packing}`,
      math: `${maths} maxinteger mininteger tointeger type ult`,
      table: `${tables} move pack unpack`,
      coroutine: `${coroutines} isyieldable close`,
      os: system,
      io: files,
      debug: `${debugging} getuservalue setuservalue upvalueid upvaluejoin setcstacklimit`,
      package: `${modules} config searchers searchpath`,
      utf8,
    },
    lacks: '',
  },
  luau: {
    names: `${coreNames} collectgarbage gcinfo getfenv loadstring newproxy rawlen setfenv typeof unpack`,
    fields: {
      string: `${strings} split ${packing}`,
      math: `${maths} ${oldMaths} clamp map noise round sign lerp isnan isinf isfinite`,
      table: `${tables} clear clone create find foreach foreachi freeze getn isfrozen maxn move pack unpack`,
      coroutine: `${coroutines} isyieldable close`,
      os: 'clock date difftime time',
      debug: 'info traceback profilebegin profileend',
      bit32: 'arshift band bnot bor btest bxor byteswap countlz countrz extract lrotate lshift replace rrotate rshift',
      buffer:
        'copy create fill fromstring len readf32 readf64 readi16 readi32 readi8 readstring readu16 readu32 readu8 tostring writef32 writef64 writei16 writei32 writei8 writestring writeu16 writeu32 writeu8',
      utf8,
      vector: 'abs ceil clamp create cross dot floor magnitude max min normalize one sign zero',
    },
    lacks: 'goto bitwise attribs',
  },
};

const built = new Map<LuaDialect, DialectFacts>(
  luaDialects.map((dialect) => {
    const { names, fields, lacks } = sketches[dialect];
    return [
      dialect,
      {
        names: new Set([...words(names), ...Object.keys(fields)]),
        fields: new Map(Object.entries(fields).map(([name, list]) => [name, new Set(words(list))])),
        lacks: new Set(words(lacks)) as DialectFacts['lacks'],
      },
    ];
  }),
);

/** What the manuals of each version list; `luau` after its library page. */
export function dialectFacts(dialect: LuaDialect): DialectFacts {
  const facts = built.get(dialect);
  if (facts === undefined) throw new Error(`unknown dialect ${dialect}`);
  return facts;
}

/** How a name of one version is written in another. `5.1` here stands for LuaJIT too. */
export function replacementFor(name: string, dialect: LuaDialect): string | null {
  const isOld = dialect === '5.1' || dialect === 'luajit';
  const replacements: Readonly<Record<string, string | undefined>> = {
    unpack: isOld ? undefined : 'table.unpack',
    'table.unpack': isOld ? 'unpack' : undefined,
    'table.pack': isOld ? '{n = select("#", ...), ...}' : undefined,
    loadstring: dialect === 'luau' ? undefined : 'load',
    setfenv: 'load with an environment as its fourth argument',
    getfenv: '_ENV',
    'table.getn': 'the length operator #',
    'table.maxn': 'a loop over pairs',
    'table.foreach': 'a loop over pairs',
    'table.foreachi': 'a loop over ipairs',
    'math.pow': 'the operator ^',
    'math.mod': 'the operator %',
    'math.log10': 'math.log(x, 10)',
    'math.atan2': 'math.atan(y, x)',
    'math.type': 'x % 1 == 0, since all numbers are floats here',
    'math.tointeger': 'math.floor, since all numbers are floats here',
    'math.round': 'math.floor(x + 0.5)',
    'math.maxinteger': '2^53',
    'string.gfind': 'string.gmatch',
    'string.split': 'string.gmatch',
    'string.trim': "s:match('^%s*(.-)%s*$')",
    'string.join': 'table.concat',
    'table.find': 'a loop over ipairs',
    'table.contains': 'a loop over ipairs',
    'table.map': 'a loop over ipairs',
    'table.filter': 'a loop over ipairs',
    'table.length': 'the length operator #',
    'table.size': 'the length operator #',
    'table.push': 'table.insert',
    'table.append': 'table.insert',
    'table.pop': 'table.remove',
    'table.slice': 'table.move or a loop',
    'table.reverse': 'a loop that swaps both ends',
    'table.copy': 'a loop over pairs',
    'table.join': 'table.concat',
    rawlen: '#t',
    'utf8.len': 'a count of the bytes that are not \\128 to \\191',
    null: 'nil',
    None: 'nil',
    undefined: 'nil',
    True: 'true',
    False: 'false',
    this: 'self',
    len: 'the length operator #',
    console: 'print',
    bit32: dialect === '5.3' || dialect === '5.4' ? 'the operators & | ~ << >>' : 'the library bit',
    bit: dialect === '5.3' || dialect === '5.4' ? 'the operators & | ~ << >>' : undefined,
  };
  return replacements[name] ?? null;
}
