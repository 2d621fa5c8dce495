import type { answerRates } from '#contract/calls/telephony.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { countOf, formatPercent, formatPhone } from '#web/lib/format.ts'

export type NumberRates = AnswerOf<typeof answerRates>['numbers'][number]

/** A range of called numbers, with the calling number of its group. */
export interface RangeRow extends Omit<NumberRates, 'phoneNumber' | 'ranges'> {
  key: string
  group: string
  range: string | null
}

export function rangeRows(numbers: readonly NumberRates[]): RangeRow[] {
  return numbers.flatMap(({ phoneNumber, ranges, ...all }) => {
    const group = groupTitle(phoneNumber, all)
    return ranges.map((row) => ({ ...row, group, key: `${phoneNumber} ${row.range}` }))
  })
}

function groupTitle(
  phoneNumber: string | null,
  { calls, share }: Pick<NumberRates, 'calls' | 'share'>,
): string {
  const from = phoneNumber === null ? 'Without a calling number' : `From ${formatPhone(phoneNumber)}`
  return `${from}: ${shareText(share)} of ${countOf(calls, 'call')} answered`
}

/** '42.1% (38.0% to 46.3%)' */
export function shareText(share: NumberRates['share']): string {
  if (!share) return '–'
  return `${formatPercent(share.rate)} (${formatPercent(share.low)} to ${formatPercent(share.high)})`
}

/** '0491' for mobiles, '(02) 55' for fixed lines. */
export function rangeText(range: string | null): string {
  if (range === null) return 'Erased numbers'
  return range.startsWith('04') ? `${range}…` : `(${range.slice(0, 2)}) ${range.slice(2)}…`
}
