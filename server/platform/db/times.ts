import { type RawBuilder, sql } from 'kysely'
import { types } from 'pg'

const TIMESTAMPTZ = 1184
/** Of the text before its fraction, e.g. '2026-11-24 01:00:00'. */
const TO_THE_SECOND = 19
const readAny = types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date

/** In UTC, of the years 1000 to 9999: '2026-11-24 01:00:00.25+00'. Node.js takes the year 0099 for 1999. */
const isUsual = (text: string): boolean => text.endsWith('+00') && text[4] === '-' && text[0] !== '0'

/** Parses times in less than half of the library's time; the library still parses unusual formats. */
export function readTimesQuickly(): void {
  types.setTypeParser(TIMESTAMPTZ, (text) => (isUsual(text) ? new Date(text) : readAny(text)))
}

/** A time that a list only passes on: as text it takes a tenth of the time to read and to write. For isoTime(). */
export const timeText = <Text extends string | null = string>(column: string): RawBuilder<Text> =>
  sql<Text>`${sql.ref(column)}::text`

/** @param text as selected by timeText() @returns as contracts have it, e.g. '2026-11-24T01:00:00.250Z' */
export function isoTime(text: string): string {
  if (!isUsual(text)) return readAny(text).toISOString()
  const fraction = text.slice(TO_THE_SECOND, -3) || '.'
  return `${text.slice(0, 10)}T${text.slice(11, TO_THE_SECOND)}${fraction.padEnd(4, '0').slice(0, 4)}Z`
}
