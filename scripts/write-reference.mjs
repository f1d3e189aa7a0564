// Writes the tables of docs/guide that come from the source: settings and errors. A test fails when they are out of date.
// Needs a built dist/: `npm run build && node scripts/write-reference.mjs`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const guide = (name) => fileURLToPath(new URL(`../docs/guide/${name}`, import.meta.url));

/** Replaces the rows of the table that holds the header `| first |`; all other text stays. */
function withRows(text, first, rows) {
  const lines = text.split('\n');
  const header = lines.findIndex((line) => line.startsWith(`| ${first} |`));
  let end = header + 2;
  while (end < lines.length && (lines[end].startsWith('|') || lines[end].startsWith('<!--'))) end += 1;
  return [...lines.slice(0, header + 2), ...rows, ...lines.slice(end)].join('\n');
}

/** The guide's pages as they should be. */
export function referencePages({ errorTable, settingKeys, settingNames, allowedValues, backendNames }) {
  const errors = Object.entries(errorTable).map(
    ([code, { exit, retryable, about }]) => `| \`${code}\` | ${exit} | ${retryable ? 'yes' : 'no'} | ${about} |`,
  );
  const settings = settingNames.map((key) => {
    const { fallback, about, guarded } = settingKeys[key];
    return `| \`${key}\`${guarded ? ' ¹' : ''} | ${fallback === null ? '–' : `\`${fallback}\``} | ${allowedValues(key, backendNames)} | ${about} |`;
  });
  return {
    'errors.md': withRows(readFileSync(guide('errors.md'), 'utf8'), 'code', errors),
    'configuration.md': withRows(readFileSync(guide('configuration.md'), 'utf8'), 'key', settings),
  };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { errorTable } = await import('../dist/domain/app-error.js');
  const settings = await import('../dist/config/setting-keys.js');
  const { backendNames } = await import('../dist/composition/backends.js');
  for (const [name, text] of Object.entries(referencePages({ errorTable, ...settings, backendNames }))) writeFileSync(guide(name), text);
}
