type Source = {
  readonly errorTable: Readonly<Record<string, { exit: number; retryable: boolean; about: string }>>;
  readonly settingKeys: Readonly<Record<string, { fallback: unknown; about: string; guarded: boolean }>>;
  readonly settingNames: readonly string[];
  readonly allowedValues: (key: never, backends: readonly string[]) => string;
  readonly backendNames: readonly string[];
};

export function referencePages(source: Source): Readonly<Record<string, string>>;
