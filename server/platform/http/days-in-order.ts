import { invalid } from '../errors.ts'

/** @param last the field that is named @throws AppError invalid */
export function requireDaysInOrder(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  last = 'to',
): void {
  if (from && to && from > to) throw invalid({ [last]: 'The last day cannot be before the first' })
}
