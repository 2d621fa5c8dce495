import { describe, expect, it } from 'vitest'
import { addSample, paceBars, pacePerMinute, type Sample } from './pace.ts'

const watch = (...seen: [seconds: number, dials: number][]): Sample[] =>
  seen.reduce<Sample[]>((samples, [seconds, dials]) => addSample(samples, { at: seconds * 1000, dials }), [])

describe('the pace of a campaign', () => {
  it('says nothing before it has watched for five seconds', () => {
    expect(pacePerMinute([], 0)).toBeNull()
    expect(pacePerMinute(watch([0, 10], [4, 20]), 4_000)).toBeNull()
    expect(pacePerMinute(watch([0, 10], [6, 20]), 6_000)).toBe(100)
  })

  it('counts the last minute only and comes to rest when nothing is dialled', () => {
    const samples = watch([0, 0], [10, 60], [70, 90], [100, 120])
    expect(pacePerMinute(samples, 100_000)).toBe(60)
    expect(pacePerMinute(samples, 170_000)).toBe(0)
  })

  it('starts anew when the figures are counted anew', () => {
    expect(watch([0, 500], [1, 3])).toEqual([{ at: 1000, dials: 3 }])
  })

  it('draws a minute in stretches of three seconds', () => {
    const bars = paceBars(watch([0, 0], [55, 4], [59, 6]), 60_000)
    expect(bars).toHaveLength(20)
    expect(bars.slice(-3)).toEqual([0, 4, 2])
    expect(bars.slice(0, -3).every((bar) => bar === 0)).toBe(true)
  })
})
