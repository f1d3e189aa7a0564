import type { Contract, LanguageId } from '../../../src/domain/contract.ts';
import type { FormatValue } from '../../../src/domain/describe-evidence.ts';
import { formatWith } from '../../../src/languages/format-value.ts';
import { javascriptValueStyle } from '../../../src/languages/javascript/javascript-format.ts';
import { jsonValueStyle, luaValueStyle } from '../../../src/languages/lua/lua-format.ts';
import { pythonValueStyle } from '../../../src/languages/python/python-format.ts';

const styles = { python: pythonValueStyle, lua: luaValueStyle, javascript: javascriptValueStyle, typescript: javascriptValueStyle };

/** How a run writes values: in its language, and as JSON where its host takes and gives data. */
export function valueFormat(language: LanguageId | null, contract: Contract | null, mostCharacters = 200): FormatValue {
  const isData = contract?.entry.kind === 'chunk-return';
  const style = isData ? jsonValueStyle : styles[language ?? 'python'];
  return (value) => formatWith(style, value, mostCharacters);
}
