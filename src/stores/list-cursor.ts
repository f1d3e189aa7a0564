import { AppError } from '../domain/app-error.ts';

export type ListPosition = { readonly createdAt: number; readonly id: string };

export const defaultPageSize = 50;
export const maxPageSize = 500;

export const pageSize = (limit = defaultPageSize): number =>
  Number.isFinite(limit) ? Math.min(maxPageSize, Math.max(1, Math.trunc(limit))) : defaultPageSize;

export const encodeCursor = (position: ListPosition): string =>
  Buffer.from(JSON.stringify([position.createdAt, position.id])).toString('base64url');

/** Throws `bad-input` for a cursor that no page gave out. */
export function decodeCursor(cursor: string): ListPosition {
  try {
    const data: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(data) && typeof data[0] === 'number' && typeof data[1] === 'string') return { createdAt: data[0], id: data[1] };
  } catch {
    // Falls through to the one error for every broken cursor.
  }
  throw new AppError(
    'bad-input',
    `"${cursor.slice(0, 40)}" is not a page cursor.`,
    'Use the `nextCursor` of the page before, or none for the first page.',
  );
}

/** What text search looks in, and the form that a search text is brought to; capped, as SQLite refuses very long patterns. */
export const searchText = (text: string): string => text.toLowerCase().slice(0, 1_000);
