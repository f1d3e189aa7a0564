const { layers, pure } = require('./scripts/layers.cjs');

const pathOf = (layer) => (layer.endsWith('.ts') ? `^src/${layer.replace('.', '\\.')}$` : `^src/${layer}/`);

const directionRules = Object.entries(layers).map(([layer, allowed]) => ({
  name: `${layer}-imports-only-its-own-layers`,
  comment: `src/${layer} may import ${allowed.join(', ') || 'nothing of ours'}; see scripts/layers.cjs and ARCHITECTURE.md`,
  severity: 'error',
  from: { path: pathOf(layer) },
  to: { path: '^src/', pathNot: [pathOf(layer), ...allowed.map(pathOf)] },
}));

module.exports = {
  forbidden: [
    ...directionRules,
    {
      name: 'no-input-or-output-in-pure-folders',
      comment: 'Time, randomness, files and processes enter through ports.',
      severity: 'error',
      from: { path: pure.folders.map(pathOf), pathNot: pure.loaders },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'the-page-imports-values-only',
      comment: 'The page folds facts and writes values as the service does; nothing else of ours runs in a browser.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^src/', pathNot: pure.forThePage },
    },
    {
      name: 'no-page-in-the-service',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^web/' },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or miss a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-undeclared-packages',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'not-to-unresolvable',
      comment: 'The embedded model is an optional dependency.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^node-llama-cpp$' },
    },
    {
      name: 'every-folder-is-in-the-table',
      severity: 'error',
      from: { path: '^src/', pathNot: Object.keys(layers).map(pathOf) },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
