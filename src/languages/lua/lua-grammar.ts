import type { Entry } from '../../domain/contract.ts';

/**
 * GBNF for the body of one Lua function, one statement a line, with the library names that short functions use. It keeps a
 * small model inside the language: in two of three samples that were wrong without it, an `end` was missing or `=` stood for
 * `==`. Bounded repetitions only: optional parts in a row are ambiguous, and a sampler can take minutes over them.
 */
export function luaGrammar(entry: Entry): string | undefined {
  if (entry.kind !== 'function' || !/^\w+$/.test(entry.name)) return undefined;
  return `root ::= line{1,24} "\\nend"
line ::= "\\n" indent statement
indent ::= "  " | "    " | "      " | "        "
statement ::= "local " name (" = " expression)? | target " = " expression | action | "if " expression " then" | "elseif " expression " then" | "else" | "for " name " = " expression ", " expression (", " expression)? " do" | "for " name (", " name)? " in " iterator " do" | "while " expression " do" | "return" (" " expression)? | "end" | "break"
iterator ::= ("ipairs" | "pairs") "(" expression ")" | name ":gmatch(" string ")"
target ::= name ("[" expression "]")?
action ::= "table.insert(" expression (", " expression){0,2} ")" | "table.sort(" expression ")" | "table.remove(" expression (", " expression)? ")"
expression ::= unary (binary unary){0,3}
unary ::= ("not " | "-" | "#")? primary
primary ::= number | string | "nil" | "true" | "false" | table | base suffix{0,2} | "(" expression ")"
base ::= library "(" arguments? ")" | "${entry.name}(" arguments ")" | name
suffix ::= "[" expression "]" | ":" method "(" arguments? ")"
arguments ::= expression (", " expression){0,3}
library ::= "math.floor" | "math.max" | "math.min" | "math.abs" | "math.sqrt" | "table.concat" | "table.unpack" | "tostring" | "tonumber" | "type" | "string.sub" | "string.rep" | "string.reverse" | "string.upper" | "string.lower" | "string.len" | "string.find" | "string.match" | "string.gsub"
method ::= "sub" | "gsub" | "match" | "find" | "upper" | "lower" | "rep" | "reverse" | "byte" | "len"
table ::= "{}" | "{" arguments "}"
binary ::= " + " | " - " | " * " | " / " | " // " | " % " | " .. " | " == " | " ~= " | " < " | " > " | " <= " | " >= " | " and " | " or "
number ::= [0-9]{1,4} ("." [0-9])?
name ::= [a-zA-Z_] [a-zA-Z0-9_]{0,15}
string ::= "\\"" [^"\\n]{0,16} "\\""
`;
}
