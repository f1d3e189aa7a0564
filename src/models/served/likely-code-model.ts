const codeModel = /code|coder|codestral|devstral|starcoder|granite|deepseek/iu;

export const isCodeModel = (name: string): boolean => codeModel.test(name);

/** The first model that is likely to be made for code, else the first; undefined when there is none. */
export const likelyCodeModel = (names: readonly string[]): string | undefined => names.find(isCodeModel) ?? names[0];
