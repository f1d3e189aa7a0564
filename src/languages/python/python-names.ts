import { childByField, namedChildren, type SyntaxNode, walk } from '../syntax-tree.ts';
import type { NameUses } from '../undefined-names.ts';

export const pythonBuiltins: ReadonlySet<string> = new Set(
  `abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex copyright credits delattr dict dir divmod
  enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len license list
  locals map max memoryview min next object oct open ord pow print property quit range repr reversed round set setattr slice sorted staticmethod str sum
  super tuple type vars zip __import__ __name__ __file__ __doc__ __builtins__ __debug__ __spec__ __loader__ __package__ __annotations__ __dict__ __class__ __path__
  Ellipsis NotImplemented None True False self cls _
  ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError
  ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError EncodingWarning EnvironmentError Exception ExceptionGroup FileExistsError
  FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError InterruptedError
  IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplementedError OSError
  OverflowError PendingDeprecationWarning PermissionError ProcessLookupError PythonFinalizationError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning
  StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError
  UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning ZeroDivisionError`.split(/\s+/),
);

const modules = new Set(
  'array ast asyncio base64 bisect calendar cmath collections contextlib copy csv dataclasses datetime decimal enum fractions functools hashlib heapq html io itertools json logging math operator os pathlib pickle pprint queue random re shutil statistics string struct subprocess sys tempfile textwrap threading time timeit traceback types typing unicodedata uuid'.split(
    ' ',
  ),
);
const members: Readonly<Record<string, string>> = {
  collections: 'ChainMap Counter OrderedDict defaultdict deque namedtuple',
  functools: 'cache cached_property lru_cache partial reduce total_ordering wraps',
  itertools:
    'accumulate chain combinations combinations_with_replacement count cycle groupby islice pairwise permutations product starmap takewhile dropwhile zip_longest',
  heapq: 'heapify heappop heappush heapreplace nlargest nsmallest',
  math: 'ceil comb factorial floor gcd inf isclose isqrt lcm log log10 log2 nan perm pi prod sqrt',
  typing:
    'Any Callable Deque Dict FrozenSet Generator Iterable Iterator List Literal Mapping NamedTuple Optional Sequence Set Tuple TypeVar Union',
  dataclasses: 'dataclass field',
  datetime: 'timedelta timezone',
  decimal: 'Decimal',
  fractions: 'Fraction',
  bisect: 'bisect_left bisect_right insort',
  copy: 'deepcopy',
  enum: 'Enum IntEnum',
  pathlib: 'Path',
  statistics: 'mean median mode stdev',
  abc: 'ABC abstractmethod',
};
const memberOf = new Map(Object.entries(members).flatMap(([module, names]) => names.split(' ').map((name) => [name, module] as const)));

/** The import that brings a name of the standard library. */
export function pythonImport(name: string): string | null {
  if (modules.has(name)) return `import ${name}`;
  const module = memberOf.get(name);
  return module === undefined ? null : `from ${module} import ${name}`;
}

/** Fields whose names a node binds. */
const bindingFields: Readonly<Record<string, readonly string[]>> = {
  assignment: ['left'],
  augmented_assignment: ['left'],
  named_expression: ['name'],
  function_definition: ['name', 'parameters', 'type_parameters'],
  class_definition: ['name', 'type_parameters'],
  lambda: ['parameters'],
  for_statement: ['left'],
  for_in_clause: ['left'],
  aliased_import: ['alias'],
  type_alias_statement: ['left'],
};
const bindingNodes = new Set([
  'as_pattern_target',
  'global_statement',
  'nonlocal_statement',
  'case_pattern',
  'import_statement',
  'import_from_statement',
  'future_import_statement',
]);

/** What a program binds anywhere and what it uses, without regard to scopes: only what nobody binds is a fault for sure. */
export function pythonNames(root: SyntaxNode): NameUses | null {
  const bound = new Set<string>();
  const used = new Map<string, SyntaxNode>();
  const bind = (node: SyntaxNode): void => {
    for (const part of walk(node)) if (part.type === 'identifier') bound.add(part.text);
  };
  for (const node of walk(root)) {
    if (
      node.type === 'wildcard_import' ||
      (node.type === 'call' && /^(?:exec|globals|locals|vars)$/.test(childByField(node, 'function')?.text ?? ''))
    )
      return null;
    for (const field of bindingFields[node.type] ?? []) for (const child of node.children) if (child.field === field) bind(child);
    if (bindingNodes.has(node.type)) bind(node);
  }
  const visit = (node: SyntaxNode): void => {
    for (const child of namedChildren(node)) {
      const isName =
        (node.type === 'attribute' && child.field === 'attribute') || (node.type === 'keyword_argument' && child.field === 'name');
      if (child.type === 'identifier' && !isName && !used.has(child.text)) used.set(child.text, child);
      visit(child);
    }
  };
  visit(root);
  return { bound, used };
}
