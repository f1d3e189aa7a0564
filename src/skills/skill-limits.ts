/** What a skill's folder may hold. A folder beyond it is refused before more than this of it was read. */
export const skillLimits = {
  descriptionCharacters: 1024,
  compatibilityCharacters: 500,
  nameCharacters: 64,
  frontMatterBytes: 32 * 1024,
  /** SKILL.md, the body and the tests, each. */
  textBytes: 256 * 1024,
  contractBytes: 64 * 1024,
  tests: 500,
  /** All files of a folder together, when it is copied. */
  folderBytes: 8 * 1024 * 1024,
  files: 200,
  depth: 6,
  /** Folders of one root that are looked at. */
  skillsInRoot: 10_000,
  categoriesBytes: 256 * 1024,
  categoryDepth: 5,
} as const;
