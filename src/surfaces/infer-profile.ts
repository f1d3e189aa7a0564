const mentions: readonly (readonly [string, RegExp])[] = [
  ['wf-vars', /\bwf\.(?:vars|initVariables)\b|"wf"\s*:\s*\{|low[- ]?code/i],
  ['openresty', /\bopenresty\b|\bngx\.\w|content_by_lua/i],
  ['neovim', /\bneovim\b|\bnvim\b|\bvim\.(?:api|fn|split|tbl_)/i],
  ['roblox-luau', /\broblox\b|\bluau\b/i],
  ['redis', /\bredis\.(?:call|pcall)\b|\bredis\b[^.]{0,40}\b(?:script|eval|скрипт)|(?:script|скрипт)[^.]{0,40}\bredis\b|\bKEYS\[1\]/i],
  ['luajit', /\bluajit\b/i],
  ['lua51', /\blua\s*5\.1\b/i],
  ['lua53', /\blua\s*5\.3\b/i],
];

/** The host that a request for Lua names, in its text or its examples; null when it names none. */
export function inferProfile(texts: readonly string[]): string | null {
  return mentions.find(([, pattern]) => texts.some((text) => pattern.test(text)))?.[0] ?? null;
}
