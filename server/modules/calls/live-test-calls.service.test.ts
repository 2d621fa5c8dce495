import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DialRequest } from '#server/providers/voice/port.ts'
import { type CallsWorld, createCallsWorld } from '#server/test/calls-world.ts'
import { testCall, testCallBroker } from './service.ts'

describe('a test call with a live provider', () => {
  const dials: DialRequest[] = []
  let clock = new Date('2026-11-24T10:00:00+11:00')
  let world: CallsWorld
  beforeAll(async () => {
    world = await createCallsWorld({
      provider: (simulator) => ({
        ...simulator,
        simulated: false,
        ownClock: false,
        mayDial: () => true,
        now: async () => clock,
        clock: async () => ({ now: clock, speed: 1 }),
        async dial(request) {
          dials.push(request)
          return { kind: 'accepted', from: null, providerCallId: `live-${request.callId}` }
        },
      }),
    })
  })
  afterAll(() => world?.close())

  const broker = async (phone: string, region: string, timezone: string) => {
    const values = { name: 'Priya Sharma', phone, region, timezone }
    return (await world.db.insertInto('brokers').values(values).returning('id').executeTakeFirstOrThrow()).id
  }
  const row = (callId: number) =>
    world.db.selectFrom('calls').selectAll().where('id', '=', callId).executeTakeFirstOrThrow()

  it('to a broker uses up the day there, and a second one is made all the same', async () => {
    const id = await broker('+61412345678', 'WA', 'Australia/Perth')
    clock = new Date('2026-11-24T13:00:00+11:00')
    const first = await row((await testCallBroker(world.ctx, id)).callId)
    const second = await row((await testCallBroker(world.ctx, id)).callId)
    expect(first).toMatchObject({ capDate: '2026-11-24', simulated: false, test: true, simulatedAt: null })
    expect(second.capDate).toBeNull()
    expect(dials).toHaveLength(2)
  })

  it('to a number of nobody counts nowhere', async () => {
    const { callId } = await testCall(world.ctx, {
      phoneNumber: '0412 000 111',
      campaignId: world.campaignId,
    })
    expect((await row(callId)).capDate).toBeNull()
  })

  it('outside the legal hours at the broker’s place is refused with the next permitted time', async () => {
    clock = new Date('2026-11-24T10:00:00+11:00')
    const id = await broker('+61412345679', 'WA', 'Australia/Perth')
    const before = dials.length
    await expect(testCallBroker(world.ctx, id)).rejects.toMatchObject({
      code: 'rule_forbids',
      message: expect.stringMatching(/may be called from Tue.*24 Nov.*9:00/),
    })
    expect(dials).toHaveLength(before)
  })

  it('ignores suppressions that only the simulator wrote, and obeys the others', async () => {
    clock = new Date('2026-11-24T13:00:00+11:00')
    const suppress = (phone: string, simulated: boolean) =>
      world.db
        .insertInto('suppressions')
        .values({ phone, source: 'key', reason: 'opted out', simulated })
        .execute()
    await suppress('+61412000222', true)
    await suppress('+61412000333', false)
    const call = (phoneNumber: string) => testCall(world.ctx, { phoneNumber, campaignId: world.campaignId })
    await expect(call('0412000222')).resolves.toMatchObject({ phoneNumber: '+61412000222' })
    await expect(call('0412000333')).rejects.toMatchObject({ code: 'rule_forbids' })
  })
})
