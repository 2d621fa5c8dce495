import { z } from 'zod'
import { EXACT_TOTAL, QUICK_TOTAL, type TotalKind } from '#contract/page.ts'
import { AppError } from '#server/platform/errors.ts'
import { REQUEST_LIMITS, readJson } from '#server/platform/read-json.ts'

/** A list response: the items become the JSON array, the rest is sent in the headers. */
export class Page<T> {
  readonly items: T[]
  readonly total: number
  readonly next: string | null
  /** Rows were counted up to here; a greater total means "more than". */
  readonly countedTo: number

  constructor(items: T[], { total, next, countedTo }: PageDetails) {
    this.items = items
    this.total = total
    this.next = next
    this.countedTo = countedTo
  }
}

interface PageDetails {
  total: number
  next: string | null
  countedTo: number
}

/** The number of rows up to which a list counts. */
export const countLimit = (kind: TotalKind | undefined): number =>
  kind === 'quick' ? QUICK_TOTAL : EXACT_TOTAL

/** @param details.total all matching rows, more than `countedTo` meaning "more than" */
export function page<T>(
  items: T[],
  { countedTo = EXACT_TOTAL, ...details }: Omit<PageDetails, 'countedTo'> & { countedTo?: number },
): Page<T> {
  return new Page(items, { ...details, countedTo })
}

export function totalHeader({ total, countedTo }: Pick<PageDetails, 'total' | 'countedTo'>): string {
  return total > countedTo ? `${countedTo}+` : String(total)
}

const cursorValues = z.array(z.union([z.string(), z.number(), z.null()])).max(4)
export type CursorValues = z.infer<typeof cursorValues>

/** The sort values of the last row of a page, opaque to the caller. */
export function encodeCursor(values: CursorValues): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** @throws AppError `invalid` for a cursor that we never gave */
export function decodeCursor(cursor: string | undefined, length: number): CursorValues | null {
  if (!cursor) return null
  try {
    const values = cursorValues.parse(
      readJson(Buffer.from(cursor, 'base64url').toString('utf8'), REQUEST_LIMITS),
    )
    if (values.length === length) return values
  } catch {
    // falls through to the one message
  }
  throw notOurCursor()
}

/** The id of the last row of a page, for lists in the order of their ids. @throws AppError `invalid` */
export function decodeIdCursor(cursor: string | undefined): number | null {
  const values = decodeCursor(cursor, 1)
  if (!values) return null
  const [id] = values
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw notOurCursor()
  return id
}

/** For a cursor that this list never gave. */
export function notOurCursor(): AppError {
  return new AppError('invalid', 'This page link is not valid. Load the list again.', {
    fields: { cursor: 'Not a cursor of this list' },
  })
}
