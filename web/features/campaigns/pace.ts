/** A campaign's total of dials at a time (milliseconds). */
export interface Sample {
  at: number
  dials: number
}

const WINDOW_MS = 60_000
const SHORTEST_MS = 5_000
export const PACE_BARS = 20
const BAR_MS = WINDOW_MS / PACE_BARS

/** Adds a sample and drops those older than a minute, except the last one before it. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  // fewer dials than before: the totals were recounted
  const kept = (samples.at(-1)?.dials ?? 0) > sample.dials ? [] : [...samples]
  const from = sample.at - WINDOW_MS
  const firstInside = kept.findIndex(({ at }) => at >= from)
  const start = firstInside === -1 ? kept.length - 1 : firstInside - 1
  return [...kept.slice(Math.max(0, start)), sample]
}

/** The total at a time: that of the last sample up to it. */
function dialsAt(samples: readonly Sample[], at: number): number {
  return samples.findLast((sample) => sample.at <= at)?.dials ?? samples[0]?.dials ?? 0
}

/** Dials per minute over the last minute, or since the first sample; null until there is enough data. */
export function pacePerMinute(samples: readonly Sample[], now: number): number | null {
  const first = samples[0]
  if (!first) return null
  const from = Math.max(first.at, now - WINDOW_MS)
  if (now - from < SHORTEST_MS) return null
  const dials = dialsAt(samples, now) - dialsAt(samples, from)
  return Math.round((dials * 60_000) / (now - from))
}

/** Dials in each of the last 20 three-second intervals, oldest first. */
export function paceBars(samples: readonly Sample[], now: number): number[] {
  return Array.from({ length: PACE_BARS }, (_, bar) => {
    const to = now - (PACE_BARS - 1 - bar) * BAR_MS
    return dialsAt(samples, to) - dialsAt(samples, to - BAR_MS)
  })
}
