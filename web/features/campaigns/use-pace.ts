import { useEffect } from 'react'
import { useNow } from '#web/lib/use-now.ts'
import { addSample, paceBars, pacePerMinute, type Sample } from './pace.ts'

/** Samples per campaign, kept across screens. */
const seen = new Map<number, Sample[]>()

const everyThreeSeconds = (): number => 3_000

/** A campaign's pace from the samples of this browser tab. `perMinute` is null until there is enough data. */
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
