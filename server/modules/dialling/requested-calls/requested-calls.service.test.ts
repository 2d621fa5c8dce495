import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CallOutcome } from '#contract/calls/calls.ts'
import { intake } from '#server/modules/calls/intake/intake.ts'
import { updateCampaign } from '#server/modules/campaigns/campaigns.ts'
import { createDiallingWorld, type DiallingWorld } from '#test/worlds/dialling-world.ts'
import { dispatchCampaign } from '../dispatch-campaign.ts'
import { startCalls } from '../start-calls.ts'
import { dispatchRequestedCalls } from './dispatch-requested-calls.ts'

let world: DiallingWorld
beforeEach(async () => {
  world = await createDiallingWorld()
})
afterEach(() => world?.close())

const at = (text: string) => new Date(text)

interface Wish {
  from: string
  to?: string
  text?: string
}

/** A person affirms this time in a call, which then ends. */
async function ask(
  callId: number,
  { from, to, text = 'ring me later' }: Wish,
  outcome: CallOutcome = 'human',
) {
  const until = to ? at(to) : new Date(at(from).getTime() + 15 * 60_000)
  const window = { from: at(from).toISOString(), to: until.toISOString() }
  const event = {
    key: `ask-${from}`,
    at: world.line.clock,
    kind: 'callback_requested',
    text,
    ...window,
  } as const
  await intake(world.ctx, [{ callId, events: [event] }])
  await world.end(outcome, [callId])
}

/** A campaign with one broker, who was reached. */
async function reached(values: Parameters<DiallingWorld['brokers']>[1] = {}, campaignValues = {}) {
  const campaignId = await world.campaign(campaignValues)
  const [brokerId = 0] = await world.brokers(1, values)
  await startCalls(world.ctx, campaignId)
  const [callId = 0] = await world.turn()
  return { campaignId, brokerId, callId }
}

const requested = () => world.db.selectFrom('requestedCalls').selectAll().orderBy('id').execute()
const only = async () => {
  const rows = await requested()
  expect(rows).toHaveLength(1)
  return rows[0] as (typeof rows)[number]
}
const decisions = () => world.db.selectFrom('callDecisions').selectAll().orderBy('id').execute()

describe('a call that a person asked for', () => {
  // Covers: requested-calls-1
  test('is dialled at that time, on the same day, and its decision shows the exemption', async () => {
    const { callId } = await reached()
    await ask(callId, { from: '2026-11-24T15:00:00+11:00' })
    expect(await only()).toMatchObject({ state: 'planned', dueAt: at('2026-11-24T15:00:00+11:00') })
    world.line.clock = at('2026-11-24T14:59:59+11:00')
    expect(await world.turn()).toHaveLength(0)
    world.line.clock = at('2026-11-24T15:00:00+11:00')
    const [second = 0] = await world.turn()
    expect(second).toBeGreaterThan(callId)
    expect(await world.turn()).toHaveLength(0)
    const decision = (await decisions()).at(-1)
    expect(decision).toMatchObject({ verdict: 'call', facts: { requested: expect.any(Object) } })
    expect(decision?.reasons).toMatchObject([
      { code: 'allowed' },
      { code: 'requested', text: expect.stringContaining('the one dial a day does not bar this one') },
    ])
    await world.end('human', [second])
    expect(await only()).toMatchObject({ state: 'kept', callId: second })
    expect(world.line.dials).toHaveLength(2)
  })

  // Covers: requested-calls-2
  test('is kept when its campaign ends meanwhile, and waits while it is paused', async () => {
    const { campaignId, callId } = await reached()
    await ask(callId, { from: '2026-11-26T15:00:00+11:00' })
    await world.turn()
    expect(await world.status(campaignId)).toBe('completed')
    await updateCampaign(world.ctx, campaignId, { status: 'active' })
    await updateCampaign(world.ctx, campaignId, { status: 'paused' })
    world.line.clock = at('2026-11-26T15:05:00+11:00')
    expect(await world.turn()).toHaveLength(0)
    await updateCampaign(world.ctx, campaignId, { status: 'completed' })
    expect(await world.turn()).toHaveLength(1)
  })

  test('is given up with a reason when its campaign stays paused or is deleted', async () => {
    const { campaignId, callId } = await reached()
    await ask(callId, { from: '2026-11-26T15:00:00+11:00' })
    await updateCampaign(world.ctx, campaignId, { status: 'paused' })
    world.line.clock = at('2026-11-26T15:45:00+11:00')
    await world.turn()
    expect(await only()).toMatchObject({ state: 'missed', reason: 'The campaign was paused at that time.' })
    await world.db.deleteFrom('requestedCalls').execute()
    await updateCampaign(world.ctx, campaignId, { status: 'active' })
    const event = { from: at('2026-11-27T10:00:00+11:00'), to: at('2026-11-27T10:15:00+11:00') }
    await world.ctx.tx((tx) => tx.emit('call.callbackRequested', { callId, words: 'ten', ...event }))
    await world.db.updateTable('requestedCalls').set({ campaignId: null }).execute()
    world.line.clock = at('2026-11-27T10:00:00+11:00')
    await world.turn()
    expect(await only()).toMatchObject({ state: 'missed', reason: 'The campaign was deleted.' })
  })

  // Covers: requested-calls-3
  test('is cancelled by an opt-out in between, in the same call or elsewhere', async () => {
    const { callId, brokerId } = await reached()
    await ask(callId, { from: '2026-11-25T15:00:00+11:00' })
    const { phone } = await world.db
      .selectFrom('brokers')
      .select('phone')
      .where('id', '=', brokerId)
      .executeTakeFirstOrThrow()
    await world.ctx.tx((tx) => tx.emit('number.suppressed', { phone: phone ?? '', simulated: true }))
    expect(await only()).toMatchObject({ state: 'cancelled', reason: 'The number was suppressed.' })
    world.line.clock = at('2026-11-25T15:00:00+11:00')
    expect(await world.turn()).toHaveLength(0)
  })

  test.each([
    ['suspended', { suspendedAt: at('2026-11-24T12:00:00+11:00') }, 'Suspended'],
    ['without consent', { callBasis: 'none' }, 'basis'],
    ['at another number', { phone: '+61255509999' }, 'number in the broker’s record has changed'],
  ])('is not dialled to a broker who is %s by then', async (_name, values, reason) => {
    const { callId, brokerId } = await reached()
    await ask(callId, { from: '2026-11-25T15:00:00+11:00' })
    await world.db.updateTable('brokers').set(values).where('id', '=', brokerId).execute()
    world.line.clock = at('2026-11-25T15:00:00+11:00')
    expect(await world.turn()).toHaveLength(0)
    expect(await only()).toMatchObject({
      state: 'missed',
      reason: expect.stringMatching(new RegExp(reason, 'i')),
    })
  })

  // Covers: requested-calls-4
  test('is replaced by a later wish for the same number, in another call too', async () => {
    const one = await reached({ phone: '+61255507777' })
    await ask(one.callId, { from: '2026-11-26T15:00:00+11:00', text: 'thursday at three' })
    world.line.clock = at('2026-11-25T10:00:00+11:00')
    await world.db.updateTable('brokers').set({ suspendedAt: world.line.clock }).execute()
    const other = await reached({ phone: '+61255507777', name: 'A colleague' })
    await ask(other.callId, { from: '2026-11-27T11:00:00+11:00', text: 'friday at eleven' })
    expect(await only()).toMatchObject({
      brokerId: other.brokerId,
      words: 'friday at eleven',
      dueAt: at('2026-11-27T11:00:00+11:00'),
    })
    world.line.clock = at('2026-11-26T15:00:00+11:00')
    expect(await world.turn()).toHaveLength(0)
    world.line.clock = at('2026-11-27T11:00:00+11:00')
    expect(await world.turn()).toHaveLength(1)
  })

  test('is the last one that a call affirmed, in whatever order the reports arrive', async () => {
    const { callId } = await reached()
    const wish = (minute: number, from: string) => ({
      ...{
        key: from,
        at: at(`2026-11-24T10:0${minute}:00+11:00`),
        kind: 'callback_requested' as const,
        text: from,
      },
      ...{ from: at(from).toISOString(), to: new Date(at(from).getTime() + 900_000).toISOString() },
    })
    const [first, last] = [wish(1, '2026-11-25T10:00:00+11:00'), wish(2, '2026-11-26T10:00:00+11:00')]
    for (const event of [last, first, last, first]) await intake(world.ctx, [{ callId, events: [event] }])
    expect(await only()).toMatchObject({ dueAt: at(last.from) })
  })

  // Covers: requested-calls-5
  test('obeys the three dials of thirty days, and is exempt from the one a day only once', async () => {
    const { callId } = await reached()
    await ask(callId, { from: '2026-11-24T11:00:00+11:00' })
    world.line.clock = at('2026-11-24T11:00:00+11:00')
    const [second = 0] = await world.turn()
    // a second exemption on one day: not planned, as the person affirmed no other day
    await ask(second, { from: '2026-11-24T15:00:00+11:00' })
    expect((await requested()).map(({ state }) => state)).toEqual(['kept'])
    world.line.clock = at('2026-11-24T15:00:00+11:00')
    expect(await world.turn()).toHaveLength(0)
    await world.ctx.tx((tx) =>
      tx.emit('call.callbackRequested', {
        ...{ callId: second, words: 'tomorrow', from: at('2026-11-25T10:00:00+11:00') },
        to: at('2026-11-25T10:15:00+11:00'),
      }),
    )
    world.line.clock = at('2026-11-25T10:00:00+11:00')
    const [third = 0] = await world.turn()
    await ask(third, { from: '2026-11-26T10:00:00+11:00' })
    world.line.clock = at('2026-11-26T10:00:00+11:00')
    expect(await world.turn()).toHaveLength(0)
    expect(world.line.dials).toHaveLength(3)
  })

  test('bars an ordinary dial of another campaign on its day', async () => {
    const { callId } = await reached()
    await ask(callId, { from: '2026-11-25T10:00:00+11:00' })
    world.line.clock = at('2026-11-25T10:00:00+11:00')
    const [dial = 0] = await world.turn()
    await world.end('human', [dial])
    await startCalls(world.ctx, await world.campaign())
    expect(await world.turn()).toHaveLength(0)
  })

  test('asked for in a test call is refused', async () => {
    const { callId } = await reached()
    await world.db.updateTable('calls').set({ test: true }).execute()
    await ask(callId, { from: '2026-11-25T10:00:00+11:00' })
    expect(await requested()).toEqual([])
  })

  // Covers: requested-calls-6
  test('that no vendor dialled is due again, without a used attempt', async () => {
    const { callId } = await reached()
    await ask(callId, { from: '2026-11-25T10:00:00+11:00' })
    world.line.clock = at('2026-11-25T10:00:00+11:00')
    world.line.answer = () => ({ kind: 'not_taken', message: 'The line rests.' })
    await world.turn()
    expect(await only()).toMatchObject({ state: 'planned', dueAt: at('2026-11-25T10:01:00+11:00') })
    world.line.answer = ({ callId }) => ({ kind: 'accepted', from: null, providerCallId: `line-${callId}` })
    world.line.clock = at('2026-11-25T10:01:00+11:00')
    expect(await world.turn()).toHaveLength(1)
    await world.end('no_answer')
    expect(await only()).toMatchObject({ state: 'kept' })
    expect(await world.turn()).toHaveLength(0)
  })

  test('of an unclear dial is never dialled again', async () => {
    const { callId } = await reached()
    await ask(callId, { from: '2026-11-25T10:00:00+11:00' })
    world.line.clock = at('2026-11-25T10:00:00+11:00')
    world.line.answer = () => ({ kind: 'ambiguous', message: 'A timeout.' })
    expect(await world.turn()).toHaveLength(1)
    await world.end('unknown')
    world.line.clock = at('2026-11-25T10:05:00+11:00')
    expect(await world.turn()).toHaveLength(0)
    expect(await only()).toMatchObject({ state: 'kept' })
  })

  // Covers: requested-calls-7
  test('is dialled once by concurrent processes, next to ordinary dials of the same number', async () => {
    const { campaignId, callId, brokerId } = await reached({}, { maxConcurrentCalls: 10 })
    await ask(callId, { from: '2026-11-25T10:00:00+11:00' })
    await world.db.updateTable('campaigns').set({ status: 'active' }).execute()
    await world.db
      .updateTable('enrolments')
      .set({ state: 'waiting', reached: false, dueAt: at('2026-11-25T10:00:00+11:00') })
      .where('brokerId', '=', brokerId)
      .execute()
    const another = await world.campaign()
    await startCalls(world.ctx, another)
    await world.db
      .updateTable('enrolments')
      .set({ dueAt: at('2026-11-25T09:00:00+11:00') })
      .execute()
    world.line.clock = at('2026-11-25T10:00:00+11:00')
    const { provider } = world.line
    const turns = Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0
        ? dispatchRequestedCalls(world.ctx, provider, { now: world.line.clock, limit: 10 })
        : dispatchCampaign(world.ctx, provider, {
            campaignId: index % 4 === 1 ? campaignId : another,
            limit: 10,
          }),
    )
    const dials = (await Promise.all(turns)).flat()
    const calls = await world.db
      .selectFrom('calls')
      .select(['requested', 'capDate'])
      .where(
        'id',
        'in',
        dials.map((dial) => dial.callId),
      )
      .execute()
    expect(calls.filter((call) => call.requested)).toHaveLength(1)
    expect(calls.filter((call) => !call.requested).length).toBeLessThanOrEqual(1)
  })
})

describe('the wished time', () => {
  // Covers: requested-calls-8
  test.each([
    [
      'Perth, two hours before Sydney',
      'Australia/Perth',
      'WA',
      '2026-11-24T13:00:00+11:00',
      '2026-11-25T09:00:00+08:00',
    ],
    [
      'after the clocks change',
      'Australia/Sydney',
      'NSW',
      '2027-04-01T10:00:00+11:00',
      '2027-04-05T15:00:00+10:00',
    ],
  ])('is on the clock of the broker: %s', async (_name, timezone, region, now, from) => {
    world.line.clock = at(now)
    const { callId } = await reached({ timezone, region })
    await ask(callId, { from })
    expect(await only()).toMatchObject({ state: 'planned', dueAt: at(from) })
    world.line.clock = at(from)
    expect(await world.turn()).toHaveLength(1)
  })

  test('is planned only where the calling hours permit it, as another one was not affirmed', async () => {
    const { callId } = await reached()
    const [sunday, holiday, night] = ['2026-11-29T10:00:00', '2026-12-25T10:00:00', '2026-11-25T21:00:00']
    for (const from of [sunday, holiday, night]) await ask(callId, { from: `${from}+11:00` })
    expect(await requested()).toEqual([])
  })
})
