/**
 * One value of any supported language, as a probe saw it from the outside.
 *
 * Numbers travel as text so that nothing is rounded on the way: `int` is a decimal string of any length,
 * `float` is the language's shortest round-trip form or one of `nan`, `inf`, `-inf`, `-0`.
 * `string` is Unicode text; a string that is not valid Unicode (lone surrogates, Lua bytes) is `bytes` in hex.
 */
export type Value =
  | { readonly type: 'null' }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'int'; readonly value: string }
  | { readonly type: 'float'; readonly value: string }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'bytes'; readonly hex: string }
  | { readonly type: 'list'; readonly items: readonly Value[] }
  | { readonly type: 'tuple'; readonly items: readonly Value[] }
  /** Entries in the probe's own order; equality sorts them by canonical key. */
  | { readonly type: 'map'; readonly entries: readonly (readonly [Value, Value])[] }
  | { readonly type: 'set'; readonly items: readonly Value[] }
  | { readonly type: 'object'; readonly className: string; readonly fields: readonly (readonly [string, Value])[] }
  /** A Lua table without any entry: neither list nor map. */
  | { readonly type: 'empty-table' }
  /** Functions, threads, modules, handles: `kind` only, identity never counts. */
  | { readonly type: 'opaque'; readonly kind: string }
  /** A reference back to an enclosing value, `depth` levels up. */
  | { readonly type: 'cycle'; readonly depth: number }
  /** Cut by the probe: the first characters and a SHA-256 (hex) of the whole canonical form. */
  | { readonly type: 'too-large'; readonly prefix: string; readonly hash: string };
