import { formatDecimal, formatDuration, formatNumber } from '#web/lib/format.ts'

/** How long a job took: '40 ms', '3.0 s', from a minute on '2:05'. */
export function tookText(milliseconds: number): string {
  if (milliseconds < 1000) return `${formatNumber(Math.round(milliseconds))} ms`
  if (milliseconds < 60_000) return `${formatDecimal(milliseconds / 1000)} s`
  return formatDuration(milliseconds / 1000)
}
