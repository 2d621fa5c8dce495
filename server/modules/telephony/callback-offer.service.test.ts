import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startCalls } from '#server/modules/dialling/start-calls.ts'
import type { CallbackOffer } from '#server/providers/ports/voice.ts'
import { createDiallingWorld, type DiallingWorld } from '#test/worlds/dialling-world.ts'
import { callbackResult, offerCallback, personClock } from './callback-offer.ts'

let world: DiallingWorld
let calls: Record<string, number> = {}
beforeAll(async () => {
  world = await createDiallingWorld()
  const places = { Sydney: 'NSW', Perth: 'WA', Adelaide: 'SA' }
  for (const [city, region] of Object.entries(places))
    await world.brokers(1, { region, timezone: `Australia/${city}` })
  await world.brokers(1, { region: null, timezone: null })
  world.line.clock = new Date('2026-12-01T14:00:00+11:00')
  const campaign = await world.campaign({ callEndTime: '20:00', maxConcurrentCalls: 10 })
  await startCalls(world.ctx, campaign)
  await world.turn()
  const rows = await world.db.selectFrom('calls').select(['id', 'brokerId']).orderBy('brokerId').execute()
  calls = Object.fromEntries(
    ['Sydney', 'Perth', 'Adelaide', 'unknown'].map((name, at) => [name, rows[at]?.id ?? 0]),
  )
})
beforeEach(() => {
  world.line.clock = new Date('2026-12-01T14:00:00+11:00')
})
afterAll(() => world?.close())

const zones: Record<string, string> = {
  Sydney: 'Australia/Sydney',
  Perth: 'Australia/Perth',
  Adelaide: 'Australia/Adelaide',
}
const offer = (city: string, from: string | null, to: string | null = from): Promise<CallbackOffer> => {
  const wish = { words: 'later', zone: zones[city] ?? 'Australia/Sydney', from, to }
  return offerCallback(world.ctx, { callId: calls[city] ?? 0, wish })
}
const window = (from: string, to: string) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
})

describe('a wish to be called', () => {
  // Covers: requested-calls-8
  it.each([
    ['Sydney', '2026-12-02T15:00', '2026-12-02T15:15', '2026-12-02T15:00+11:00', '2026-12-02T15:15+11:00'],
    ['Perth', '2026-12-02T15:00', '2026-12-02T20:00', '2026-12-02T15:00+08:00', '2026-12-02T20:00+08:00'],
    ['Adelaide', '2026-12-02T09:00', '2026-12-02T12:00', '2026-12-02T09:00+10:30', '2026-12-02T12:00+10:30'],
  ])('is offered as named where the hours permit it: %s, %s', async (city, from, to, ...instants) => {
    const [first = '', last = ''] = instants
    expect(await offer(city, from, to)).toMatchObject({ kind: 'time', window: window(first, last) })
  })

  // Covers: requested-calls-8
  it.each([
    ['before nine', '2026-12-02T07:00', '2026-12-02T07:15', '2026-12-02T09:00+11:00'],
    ['in the evening', '2026-12-02T20:30', '2026-12-02T20:45', '2026-12-02T19:45+11:00'],
    ['on a Sunday', '2026-12-06T10:00', '2026-12-06T10:15', '2026-12-07T09:00+11:00'],
    ['on Christmas Day', '2026-12-25T10:00', '2026-12-25T10:15', '2026-12-29T09:00+11:00'],
    ['in the past', '2026-12-01T09:00', '2026-12-01T09:15', '2026-12-01T14:05+11:00'],
  ])('is answered with the nearest permitted time %s', async (_name, from, to, nearest) => {
    const found = await offer('Sydney', from, to)
    expect(found).toMatchObject({ kind: 'time', text: expect.stringContaining('nearest time') })
    if (found.kind === 'time') expect(new Date(found.window.from)).toEqual(new Date(nearest))
  })

  it('that names no legal time gets another question', async () => {
    expect(await offer('Sydney', null)).toMatchObject({ kind: 'ask_again' })
  })

  it('further ahead than sixty days, or after three dials, is left to a person', async () => {
    expect(await offer('Sydney', '2027-03-01T10:00', '2027-03-01T10:15')).toMatchObject({ kind: 'none' })
    const call = world.db.selectFrom('calls').where('id', '=', calls.Adelaide ?? 0)
    const { toNumber } = await call.select('toNumber').executeTakeFirstOrThrow()
    for (const day of [20, 24])
      await world.db
        .insertInto('calls')
        .values({
          ...{ provider: 'simulator', simulated: true, toNumber, outcome: 'no_answer', status: 'no_answer' },
          ...{ finishedAt: new Date(), simulatedAt: new Date(`2026-11-${day}T10:00:00+11:00`) },
          capDate: `2026-11-${day}`,
        })
        .execute()
    expect(await offer('Adelaide', '2026-12-02T15:00', '2026-12-02T15:15')).toMatchObject({ kind: 'none' })
  })

  it('is confirmed with the time that was planned', async () => {
    const callId = calls.Perth ?? 0
    expect(await callbackResult(world.ctx, callId)).toContain('asked for a person')
    const found = await offer('Perth', '2026-12-02T15:00', '2026-12-02T15:15')
    if (found.kind !== 'time') throw new Error(found.text)
    const affirmed = {
      words: 'tomorrow at three',
      from: new Date(found.window.from),
      to: new Date(found.window.to),
    }
    await world.ctx.tx((tx) => tx.emit('call.callbackRequested', { callId, ...affirmed }))
    expect(await callbackResult(world.ctx, callId)).toBe(
      'Done: we will call you on Wednesday 2 December at 3 pm, your time, that is 6 pm in Sydney.',
    )
    expect(await personClock(world.ctx, callId)).toEqual({ now: world.line.clock, zone: 'Australia/Perth' })
  })
})
