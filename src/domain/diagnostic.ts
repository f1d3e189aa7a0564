/** One thing that is wrong with a program, for a person and for a repair prompt. */
export type Diagnostic = {
  readonly severity: 'error' | 'warning';
  /** Stable name of the rule, e.g. `syntax`, `entry-missing`, `import-missing`, `stub`. */
  readonly rule: string;
  readonly message: string;
  /** 1-based. */
  readonly line?: number;
  /** One sentence that says what to do. */
  readonly hint?: string;
};
