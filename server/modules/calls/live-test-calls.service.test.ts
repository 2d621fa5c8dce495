import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { NUMBER_PATTERN, TRIAL_LIMIT } from '#contract/brokers/phone-messages.ts'
import type { DialAnswer, DialRequest } from '#server/providers/ports/voice.ts'
import { type CallsWorld, createCallsWorld } from '#test/worlds/calls-world.ts'
import { intake } from './intake/intake.ts'
import { testCall, testCallBroker } from './test-call.ts'

describe('a test call with a live provider', () => {
  const dials: DialRequest[] = []
  let answer: DialAnswer | null = null
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
          if (answer) return answer
          return { kind: 'accepted', from: null, providerCallId: `live-${request.callId}` }
        },
      }),
    })
    await say(organisation)
  })
  afterAll(() => world?.close())
  const organisation = {
    legalName: 'Harbour Lending Pty Ltd',
    contactPhone: '02 5550 0100',
    agentName: 'Alex',
  }
  const say = (values: typeof organisation) => world.db.updateTable('organisation').set(values).execute()

  const broker = async (phone: string, region: string, timezone: string) => {
    const values = { name: 'Priya Sharma', phone, region, timezone }
    return (await world.db.insertInto('brokers').values(values).returning('id').executeTakeFirstOrThrow()).id
  }
  const row = (callId: number) =>
    world.db.selectFrom('calls').selectAll().where('id', '=', callId).executeTakeFirstOrThrow()

  const over = (callId: number) =>
    intake(world.ctx, [
      {
        callId,
        events: [
          { key: 'over', at: clock, kind: 'ended', outcome: 'human', durationSeconds: 9, message: null },
        ],
      },
    ])

  // Covers: test-calls-4
  it('to a broker uses up the day there, and a second one is made all the same', async () => {
    const id = await broker('+61491570278', 'WA', 'Australia/Perth')
    clock = new Date('2026-11-24T13:00:00+11:00')
    const first = await row((await testCallBroker(world.ctx, id)).callId)
    await over(first.id)
    const second = await row((await testCallBroker(world.ctx, id)).callId)
    expect(first).toMatchObject({ capDate: '2026-11-24', simulated: false, test: true, simulatedAt: null })
    expect(second.capDate).toBeNull()
    expect(dials).toHaveLength(2)
  })

  // Covers: test-calls-5
  it('to a broker who is suspended, held, listed or without a basis is refused, and dialled by nobody', async () => {
    clock = new Date('2026-11-24T13:00:00+11:00')
    const before = dials.length
    const id = await broker('+61491570281', 'NSW', 'Australia/Sydney')
    const change = (values: object) =>
      world.db.updateTable('brokers').set(values).where('id', '=', id).execute()
    const refused = (message: RegExp) =>
      expect(testCallBroker(world.ctx, id)).rejects.toMatchObject({
        code: 'rule_forbids',
        message: expect.stringMatching(message),
      })
    await change({ suspendedAt: new Date() })
    await refused(/suspended/)
    await change({ suspendedAt: null, callBasis: 'none' })
    await refused(/No basis to call/)
    await change({ callBasis: 'relationship' })
    const wash = { phone: '+61491570281', listed: true, washedOn: '2026-11-20' }
    await world.db.insertInto('numberWashes').values(wash).execute()
    await refused(/Do Not Call Register/)
    await change({ callBasis: 'express', callBasisAt: new Date() })
    const held = {
      brokerId: id,
      status: 'flagged',
      riskScore: 95,
      heldSince: new Date(),
      heldReason: 'Banned',
    }
    await world.db.insertInto('brokerCompliance').values(held).execute()
    await refused(/compliance review/)
    expect(dials).toHaveLength(before)
    await world.db.deleteFrom('brokerCompliance').where('brokerId', '=', id).execute()
    await expect(testCallBroker(world.ctx, id)).resolves.toMatchObject({ phoneNumber: '+61491570281' })
  })

  // Covers: test-calls-5
  it('to a broker who is on the phone is refused, also where two ask at once', async () => {
    const id = await broker('+61491570282', 'NSW', 'Australia/Sydney')
    const twice = async () => {
      const asked = await Promise.allSettled([1, 2].map(() => testCallBroker(world.ctx, id)))
      const made = asked.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.callId] : []))
      expect(asked.filter(({ status }) => status === 'rejected')).toMatchObject([
        {
          reason: {
            code: 'rule_forbids',
            message: 'A call to this number is going on. Try again when it is over.',
          },
        },
      ])
      for (const callId of made) await over(callId)
    }
    await twice()
    // the day is used up by now
    await twice()
  })

  it('to a number of nobody counts nowhere', async () => {
    const { callId } = await testCall(world.ctx, {
      phoneNumber: '0491 570 211',
      campaignId: world.campaignId,
    })
    expect((await row(callId)).capDate).toBeNull()
  })

  // Covers: test-calls-4
  it('outside the legal hours at the broker’s place is refused with the next permitted time', async () => {
    clock = new Date('2026-11-24T10:00:00+11:00')
    const id = await broker('+61491570279', 'WA', 'Australia/Perth')
    const before = dials.length
    await expect(testCallBroker(world.ctx, id)).rejects.toMatchObject({
      code: 'rule_forbids',
      message: expect.stringMatching(/may be called from Tue.*24 Nov.*9:00/),
    })
    expect(dials).toHaveLength(before)
  })

  // Covers: test-calls-4
  it('whose legal hours end before its turn comes is made by nobody, and says so', async () => {
    clock = new Date('2026-11-24T19:59:59+11:00')
    const before = dials.length
    let rested = false
    const { restsUntil } = world.provider
    world.provider.restsUntil = async () => {
      const rests = !rested
      rested = true
      const from = performance.now()
      // until the last second of the hours has passed
      if (rests) await vi.waitUntil(() => performance.now() - from > 1000, { timeout: 5_000 })
      return rests ? new Date(Date.now() + 1000) : null
    }
    const id = await broker('+61491570280', 'NSW', 'Australia/Sydney')
    await expect(testCallBroker(world.ctx, id)).rejects.toMatchObject({
      code: 'rule_forbids',
      message: 'Not called: the legal calling hours for this number ended before its turn came.',
    })
    world.provider.restsUntil = restsUntil
    expect(dials).toHaveLength(before)
  })

  it('ignores suppressions that only the simulator wrote, and obeys the others', async () => {
    clock = new Date('2026-11-24T13:00:00+11:00')
    const suppress = (phone: string, simulated: boolean) =>
      world.db
        .insertInto('suppressions')
        .values({ phone, source: 'key', reason: 'opted out', simulated })
        .execute()
    await suppress('+61491570222', true)
    await suppress('+61491570333', false)
    const call = (phoneNumber: string) => testCall(world.ctx, { phoneNumber, campaignId: world.campaignId })
    await expect(call('0491570222')).resolves.toMatchObject({ phoneNumber: '+61491570222' })
    await expect(call('0491570333')).rejects.toMatchObject({ code: 'rule_forbids' })
  })

  // Covers: calls-live-providers-13
  it('is refused until the organisation says who calls, and says what is missing', async () => {
    await say({ ...organisation, legalName: '', agentName: '' })
    const before = dials.length
    await expect(
      testCall(world.ctx, { phoneNumber: '0491570444', campaignId: world.campaignId }),
    ).rejects.toMatchObject({
      code: 'rule_forbids',
      message:
        'Every call must say who is calling. Fill in legal name, agent name in Settings, System, before making calls.',
    })
    await say(organisation)
    expect(dials).toHaveLength(before)
  })

  // Covers: calls-live-providers-13
  it.each([
    ['invalid_number', NUMBER_PATTERN],
    ['provider_fault', TRIAL_LIMIT],
  ] as const)('that the provider refuses (%s) answers its sentence, and the call stays', async (outcome, message) => {
    answer = { kind: 'refused', outcome, message }
    const call = testCall(world.ctx, { phoneNumber: '0491570555', campaignId: world.campaignId })
    await expect(call).rejects.toMatchObject({ code: 'rule_forbids', message })
    const newest = await world.db
      .selectFrom('calls')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(newest).toMatchObject({ toNumber: '+61491570555', outcome, failure: message, test: true })
  })

  // Covers: calls-live-providers-13
  it('that was answered unclearly is there, and nobody claims that it failed', async () => {
    answer = { kind: 'ambiguous', message: 'timeout' }
    const { callId } = await testCall(world.ctx, { phoneNumber: '0491570566', campaignId: world.campaignId })
    expect(await row(callId)).toMatchObject({ outcome: null, status: 'initiated' })
    answer = null
  })

  // Covers: calls-live-providers-6
  it('keeps to the provider’s pace like every other call', async () => {
    const paced = { callsPerSecond: 2 }
    Object.assign(world.provider, paced)
    const from = await world.db
      .selectFrom('calls')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    const calls = [1, 2, 3].map((n) =>
      testCall(world.ctx, { phoneNumber: `049157057${n}`, campaignId: world.campaignId }),
    )
    await Promise.all(calls)
    const rows = await world.db
      .selectFrom('calls')
      .select('dispatchedAt')
      .where('id', '>', from.id)
      .orderBy('dispatchedAt')
      .execute()
    const times = rows.map(({ dispatchedAt }) => dispatchedAt?.getTime() ?? 0)
    expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1000)
    Object.assign(world.provider, { callsPerSecond: null })
  })
})
