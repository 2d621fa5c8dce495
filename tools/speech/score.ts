// Scores readings against a labelled corpus.
import type { Got, Line } from './corpus.ts'

export interface Row {
  line: Line
  got: Got
}

export interface Summary {
  n: number
  accuracy: number
  coarse: number
  harmful: number
  /** Harmful readings of lines with harm 3. */
  harm3: number
  falseOptOuts: number
  optOuts: number
  missedOptOuts: number
  wrongBookings: number
  recordOffs: number
  missedRecordOffs: number
  callbackTimes: number
  rightCallbackTimes: number
}

const slotClass = (value: unknown, { context }: Line): string => {
  const text = String(value)
  if (context.offered?.includes(text)) return text
  return text.startsWith('either') ? 'either' : 'none'
}

/** Whether the label is right, and for a meeting time the value. 'neither' and 'other:…' both mean: offer others. */
export function isRight({ line, got }: Row): boolean {
  if (line.step === 'confirm' && line.context.about === 'optout' && got.label === 'option_4')
    return line.label === 'yes'
  if (got.label !== line.label) return false
  if (line.label !== 'slot') return true
  const [gold, mine] = [slotClass(line.value, line), slotClass(got.value, line)]
  return gold === mine || (gold === 'either' && mine !== 'none')
}

const timeOf = ({ value }: Got): string | null => (typeof value === 'object' ? value.from : null)
const goldTime = ({ value }: Line) => (typeof value === 'object' ? value : null)

export function isHarmful(row: Row): boolean {
  const { line, got } = row
  if (isRight(row)) return line.label === 'callback' && goldTime(line)?.from === null && timeOf(got) !== null
  return line.mustNot.some(
    (bad) => bad === got.label || (got.label === 'slot' && bad === `slot:${got.value}`),
  )
}

/** Whether a callback's time is in the window; null where there is no time to judge. */
export function isTimeRight({ line, got }: Row): boolean | null {
  if (line.label !== 'callback' || got.label !== 'callback' || got.value === undefined) return null
  const [gold, at] = [goldTime(line), timeOf(got)]
  if (!gold || gold.from === null || gold.to === null) return at === null
  return at !== null && at >= gold.from && at <= gold.to
}

const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10

/** `coarse` equals `accuracy` for an interpreter that has every label. */
export function summarise(rows: readonly Row[]): Summary {
  const count = (test: (row: Row) => boolean): number => rows.filter(test).length
  const right = percent(count(isRight), rows.length)
  const times = rows.map(isTimeRight).filter((judged) => judged !== null)
  const isMissed = (label: string) => (row: Row) => row.line.label === label && !isRight(row)
  return {
    n: rows.length,
    accuracy: right,
    coarse: right,
    harmful: count(isHarmful),
    harm3: count((row) => row.line.harm === 3 && isHarmful(row)),
    falseOptOuts: count((row) => row.got.label === 'option_4' && !isRight(row)),
    optOuts: count(({ line }) => line.label === 'option_4'),
    missedOptOuts: count(isMissed('option_4')),
    wrongBookings: count(
      (row) => !isRight(row) && row.got.label === 'slot' && slotClass(row.got.value, row.line) !== 'none',
    ),
    recordOffs: count(({ line }) => line.label === 'record_off'),
    missedRecordOffs: count(isMissed('record_off')),
    callbackTimes: times.length,
    rightCallbackTimes: times.filter(Boolean).length,
  }
}
