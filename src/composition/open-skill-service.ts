import type { Settings } from '../config/setting-keys.ts';
import type { SkillLibrary } from '../ports/skill-library.ts';
import type { SkillRecords } from '../ports/skill-records.ts';
import { createSkillService } from '../skill-service/skill-service.ts';
import type { SkillService } from '../skill-service/skill-service-types.ts';
import type { CliDeps } from '../surfaces/cli/cli-deps.ts';
import { once } from '../surfaces/once.ts';
import { sha256, systemClock, systemRandom } from './system-clock.ts';
import { predictActTester } from './test-predict-act.ts';

type Parts = Pick<CliDeps, 'language' | 'runtime' | 'sandbox' | 'runs'> & {
  readonly library: SkillLibrary;
  readonly records: SkillRecords;
};

/** Skills with what this machine runs them in; the sandbox is opened when a body is run first. */
export function openSkillService(
  { library, records, language, runtime, sandbox, runs }: Parts,
  settings: Pick<Settings, 'python' | 'minLevel' | 'allowUnsandboxed' | 'timeout'>,
): SkillService {
  const opened = once(() => sandbox(settings));
  return createSkillService({
    library,
    records,
    clock: systemClock,
    random: systemRandom,
    sha256,
    language,
    runtime: (id, profile) => runtime(id, settings, profile),
    sandbox: opened,
    timeoutSeconds: settings.timeout,
    testPredictAct: predictActTester({ language, runtime, sandbox: opened }, settings),
    runState: async (runId) => (await (await runs()).show(runId)).state,
  });
}
