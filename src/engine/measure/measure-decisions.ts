import type { ModelMeasurement } from '../../domain/model-measurement.ts';
import type { Asker } from './asker.ts';
import { knownDecisions } from './known-decisions.ts';

/** With fewer answers an early end says nothing. */
const leastQuestions = 8;

/**
 * How often the model's decisions are right, and what chance alone would give. The right answer stands equally often at each
 * position, so that a model which always names the same letter scores exactly chance.
 */
export async function measureDecisions(
  asker: Asker,
  timeLeft: () => boolean,
  say: (done: number, total: number) => void,
): Promise<ModelMeasurement['decisions']> {
  const masses: number[] = [];
  const positions: number[] = [];
  let right = 0;
  let chance = 0;
  let calibrated = true;
  // Four-way and two-way questions in turn, so that a measurement that ends early holds both.
  const order = knownDecisions.map((_question, index) => (index % 2 === 0 ? index / 2 : (index + knownDecisions.length - 1) / 2));
  for (const [done, index] of order.entries()) {
    const question = knownDecisions[index];
    if (question === undefined || (!timeLeft() && positions.length >= leastQuestions)) break;
    say(done, knownDecisions.length);
    const place = index % (question.wrong.length + 1);
    const descriptions = [...question.wrong.slice(0, place), question.right, ...question.wrong.slice(place)];
    const options = descriptions.map((description, at) => ({ id: String(at), description }));
    const decision = await asker.decide(question.prompt, options);
    if (decision === null) continue;
    positions.push(Number(decision.choice));
    chance += 1 / options.length;
    if (decision.choice === String(place)) right += 1;
    if (decision.labelMass !== null) masses.push(decision.labelMass);
    calibrated &&= decision.calibrated;
  }
  const trials = positions.length;
  if (trials === 0) return null;
  const counts = [0, 1, 2, 3].map((position) => positions.filter((chosen) => chosen === position).length);
  return {
    right,
    trials,
    chance: chance / trials,
    calibrated,
    labelMass: masses.length === 0 ? null : masses.reduce((sum, mass) => sum + mass, 0) / masses.length,
    commonest: Math.max(...counts) / trials,
  };
}
