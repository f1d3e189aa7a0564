import type { Wording } from '../../../../src/domain/said.ts';
import { failuresInRussian } from '../../../../src/domain/said-in-russian.ts';
import { bytesIn } from '../../parts/bytes.ts';
import { ru } from '../words.ts';

const size = (bytes: number): string => bytesIn(ru, bytes);

/** What the doctor finds on a machine. */
export const machineInRussian = {
  'check-failed': ({ code, message }) => `${(failuresInRussian as Readonly<Record<string, string>>)[code] ?? ''} ${message}`.trim(),
  'check-interpreter': ({ version, path }) => `${version}, программы запускает ${path}`,
  'check-own-node': ({ version }) => `сам Anneal работает на ${version}`,
  'check-skills': ({ all, verified }) => `сохранено программ: ${ru.number(all)}, проверено здесь: ${ru.number(verified)}`,
  'check-sandbox': ({ level, missing }) => (missing === '' ? level : `${level}, без: ${missing}`),
  'check-model': ({ name, bytes, present }) =>
    present === false ? `${name} (загрузит первый прогон${bytes === null ? '' : `, ${size(bytes)}`})` : name,
  'check-no-weights': 'ещё ничего не загружено',
  'check-ollama-bare': 'отвечает, но моделей нет',
  'check-ollama': ({ count, names }) => `моделей: ${ru.number(count)} — ${names}`,
  'check-disk': ({ models, runs }) => `свободно ${size(models)} для моделей, ${size(runs)} для прогонов`,
  'check-memory': ({ free, total }) => `свободно ${size(free)} из ${size(total)}`,
  lacks: ({ name }) => `Нет: ${name}`,
  'lacks-cgroup':
    'Память ограничена для каждого процесса, а сумма проверяется каждые 40 мс. Точно её ограничили бы cgroups; они пока не используются.',
  'lacks-fork-server': 'Каждое задание запускает свою песочницу, это медленнее. Нужно: `sudo apt-get install python3`',
  'lacks-inode-limit': 'Программа может создавать файлы без конца, пока не выйдет её время. Нужно: `sudo apt-get install python3`',
  'fix-disk': 'освободите место: df -h',
  'fix-memory': 'закройте другие программы или возьмите модель меньше',
} satisfies Partial<Wording>;
