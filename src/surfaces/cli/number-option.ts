import { AppError } from '../../domain/app-error.ts';

/** A flag's number. Throws `usage` naming the flag and its range. */
export function numberOption(
  flag: string,
  text: string,
  range: { readonly min: number; readonly max: number; readonly whole?: boolean },
): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  const fits = Number.isFinite(value) && value >= range.min && value <= range.max && (!range.whole || Number.isInteger(value));
  if (fits) return value;
  const kind = range.whole ? 'a whole number' : 'a number';
  throw new AppError('usage', `${flag}: ${JSON.stringify(text)} is not allowed`, `give ${kind} from ${range.min} to ${range.max}`);
}
