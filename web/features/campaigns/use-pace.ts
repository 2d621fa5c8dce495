import { useEffect } from 'react'
import { useNow } from '#web/lib/use-now.ts'
import { addSample, paceBars, pacePerMinute, type Sample } from './pace.ts'

/** What this page has seen of each campaign; kept while one goes from screen to screen. */
const seen = new Map<number, Sample[]>()

const everyThreeSeconds = (): number => 3_000

/** How fast a campaign dials, from what this page has seen of it. `perMinute` is null until it can be said. */
export function usePace(id: number, dials: number): { perMinute: number | null; bars: number[] } {
  const now = useNow(everyThreeSeconds)
  useEffect(() => {
    const samples = seen.get(id) ?? []
    if (samples.at(-1)?.dials !== dials) seen.set(id, addSample(samples, { at: Date.now(), dials }))
  }, [id, dials])
  const samples = seen.get(id) ?? []
  const at = Math.max(now, samples.at(-1)?.at ?? 0)
  return { perMinute: pacePerMinute(samples, at), bars: paceBars(samples, at) }
}
