import { formatDuration, formatNumber } from '#web/lib/format.ts'

/** How long a job took: '40 ms', '3.2 s', from a minute on '2:05'. */
export function tookText(milliseconds: number): string {
  if (milliseconds < 1000) return `${formatNumber(Math.round(milliseconds))} ms`
  if (milliseconds < 60_000) return `${Number((milliseconds / 1000).toFixed(1))} s`
  return formatDuration(milliseconds / 1000)
}
