import { numberText } from '#contract/number-text.ts'

/** Rows are counted up to this number in each table. */
const MANY = 1000

/** The warning about rows that are in no partition of a month. */
export function withoutMonth(rows: number): string {
  const many = rows >= MANY ? `${numberText(MANY)} or more` : rows
  const what = rows === 1 ? '1 call event or decision is' : `${many} call events and decisions are`
  return `${what} in no month’s partition. The nightly run makes one. If this is still here tomorrow, a date is over ten years back or over three months ahead: check the clocks of the database and of the servers.`
}
