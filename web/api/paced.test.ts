import { expect, it } from 'vitest'
import { PATIENCE_MS, paced, REST_MS, REST_WHEN_SLOW_MS } from './paced.ts'

/** Refreshes that the test ends, and a clock that the test advances. */
function surroundings() {
  const refreshes: { topics: readonly string[]; end: () => void }[] = []
  const timers = new Map<number, { run: () => void; ms: number }>()
  const clock = { ms: 0 }
  const { announce, stop } = paced({
    refresh: (topics) => new Promise<void>((end) => refreshes.push({ topics, end })),
    rest: REST_MS,
    setTimer: (run, ms) => timers.set(timers.size + 1, { run, ms }).size,
    clearTimer: (timer) => timers.delete(timer),
    now: () => clock.ms,
  })
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
  const fire = async (ms: number): Promise<void> => {
    for (const [id, timer] of timers) {
      if (timer.ms !== ms) continue
      timers.delete(id)
      timer.run()
    }
    await settle()
  }
  return { refreshes, timers, clock, announce, stop, settle, fire }
}

it('refreshes at once, then what has gathered meanwhile, never two at a time', async () => {
  const { refreshes, announce, settle, fire } = surroundings()
  announce(['calls'])
  for (const topic of ['calls', 'campaigns', 'calls']) announce([topic])
  expect(refreshes.map(({ topics }) => topics)).toEqual([['calls']])
  refreshes[0]?.end()
  await settle()
  expect(refreshes).toHaveLength(1)
  await fire(REST_MS)
  expect(refreshes[1]?.topics).toEqual(['calls', 'campaigns'])
})

it.each([
  { took: 0, rests: REST_MS },
  { took: 400, rests: 800 },
  { took: 3_000, rests: REST_WHEN_SLOW_MS },
])('rests for $rests ms after a refresh of $took ms', async ({ took, rests }) => {
  const { refreshes, timers, clock, announce, settle } = surroundings()
  announce(['calls'])
  clock.ms += took
  refreshes[0]?.end()
  await settle()
  expect([...timers.values()].map(({ ms }) => ms)).toEqual([rests])
})

it('is not held up by a refresh that never ends, and does nothing once stopped', async () => {
  const { refreshes, timers, announce, stop, settle, fire } = surroundings()
  announce(['calls'])
  announce(['brokers'])
  await fire(PATIENCE_MS)
  await fire(REST_MS)
  expect(refreshes[1]?.topics).toEqual(['brokers'])
  stop()
  announce(['calls'])
  await settle()
  expect(timers.size).toBe(0)
  expect(refreshes).toHaveLength(2)
})
