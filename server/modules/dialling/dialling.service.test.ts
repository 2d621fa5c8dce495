import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { updateCampaign } from '#server/modules/campaigns/campaigns.ts'
import { createDiallingWorld, createLine, type DiallingWorld } from '#test/worlds/dialling-world.ts'
import { startCalls } from './start-calls.ts'

let world: DiallingWorld
beforeEach(async () => {
  world = await createDiallingWorld()
})
afterEach(() => world?.close())

const at = (text: string) => new Date(text)

describe('dialling', () => {
  // Covers: called-when-1
  test('never more calls at once than the campaign allows, each with its decision', async () => {
    const campaign = await world.campaign({ maxConcurrentCalls: 3 })
    await world.brokers(5)
    await startCalls(world.ctx, campaign)
    expect(await world.turn()).toHaveLength(3)
    expect(await world.turn()).toHaveLength(0)
    await world.end('human')
    expect(await world.turn()).toHaveLength(2)
    await world.end('human')
    const calls = await world.db
      .selectFrom('calls')
      .innerJoin('callDecisions as d', 'd.id', 'calls.decisionId')
      .select([
        'calls.attempt',
        'd.verdict',
        'd.brokerId',
        'calls.brokerId as called',
        'd.judgedAt',
        'd.rulesVersion',
      ])
      .execute()
    expect(calls).toHaveLength(5)
    for (const call of calls) {
      expect(call).toMatchObject({
        attempt: 1,
        verdict: 'call',
        brokerId: call.called,
        judgedAt: world.line.clock,
      })
    }
    await world.turn()
    expect(await world.status(campaign)).toBe('completed')
    expect(world.line.dials).toHaveLength(5)
  })

  // Covers: starting-pausing-8
  test('a completed campaign that is made active again stays so, and enrols whoever was never reached', async () => {
    const campaign = await world.campaign()
    const [first, second] = await world.brokers(2)
    await startCalls(world.ctx, campaign)
    const [a, b] = await world.turn()
    await world.end('human', [a ?? 0])
    await world.end('declined', [b ?? 0])
    await world.turn()
    expect(await world.status(campaign)).toBe('completed')
    await updateCampaign(world.ctx, campaign, { status: 'active' })
    await world.turn()
    expect(await world.status(campaign)).toBe('active')
    world.line.clock = at('2026-11-25T10:00:00+11:00')
    const [third] = await world.brokers(1)
    expect(await startCalls(world.ctx, campaign)).toMatchObject({ callsInitiated: 1, scheduled: 1 })
    const open = await world.db
      .selectFrom('enrolments')
      .select('brokerId')
      .where('state', '=', 'waiting')
      .orderBy('brokerId')
      .execute()
    expect(open.map(({ brokerId }) => brokerId)).toEqual([second, third])
    expect(first).toBeDefined()
  })

  // Covers: called-when-13
  test('retries wait for the other half of another day, three dials at most', async () => {
    const campaign = await world.campaign()
    await world.brokers(1)
    await startCalls(world.ctx, campaign)
    expect(await world.turn()).toHaveLength(1)
    await world.end('no_answer')
    for (const early of ['2026-11-24T14:00:00+11:00', '2026-11-25T10:00:00+11:00']) {
      world.line.clock = at(early)
      expect(await world.turn(), early).toHaveLength(0)
    }
    world.line.clock = at('2026-11-25T13:00:00+11:00')
    expect(await world.turn()).toHaveLength(1)
    await world.end('busy')
    // the afternoon again: the half of the last dial
    world.line.clock = at('2026-11-26T15:00:00+11:00')
    expect(await world.turn()).toHaveLength(0)
    world.line.clock = at('2026-11-27T11:00:00+11:00')
    expect(await world.turn()).toHaveLength(1)
    await world.end('voicemail')
    world.line.clock = at('2026-11-30T14:00:00+11:00')
    expect(await world.turn()).toHaveLength(0)
    expect(await world.status(campaign)).toBe('completed')
  })

  // Covers: called-when-11
  test('one dial a day to a number over all campaigns', async () => {
    const [one, two] = [await world.campaign(), await world.campaign()]
    await world.brokers(1)
    await startCalls(world.ctx, one)
    await startCalls(world.ctx, two)
    // both are due at the same time; the database admits one of them
    expect(await world.turn()).toHaveLength(1)
    await world.end('human')
    expect(await world.turn()).toHaveLength(0)
    const later = await world.db
      .selectFrom('callDecisions')
      .select('reasons')
      .where('campaignId', '=', two)
      .where('verdict', '=', 'later')
      .execute()
    expect(later).toMatchObject([{ reasons: [{ code: 'called_today' }] }])
    world.line.clock = at('2026-11-25T09:00:00+11:00')
    expect(await world.turn()).toHaveLength(1)
  })

  // Covers: called-when-11
  test('refused numbers and provider faults do not use up the day', async () => {
    const [one, two] = [await world.campaign(), await world.campaign()]
    await world.brokers(1)
    for (const campaign of [one, two]) await startCalls(world.ctx, campaign)
    expect(await world.turn()).toHaveLength(1)
    await world.end('invalid_number')
    world.line.clock = at('2026-11-25T09:00:00+11:00')
    expect(await world.turn()).toHaveLength(1)
    await world.end('provider_fault')
    const third = await world.campaign()
    expect(await startCalls(world.ctx, third)).toMatchObject({ callsInitiated: 1 })
  })

  // Covers: called-when-11
  test('a third dial within 30 days is the last, whatever the campaigns', async () => {
    await world.brokers(1)
    for (const day of ['24', '25', '26']) {
      world.line.clock = at(`2026-11-${day}T10:00:00+11:00`)
      await startCalls(world.ctx, await world.campaign())
      expect(await world.turn()).toHaveLength(1)
      await world.end('human')
    }
    world.line.clock = at('2026-12-22T10:00:00+11:00')
    const campaign = await world.campaign()
    expect(await startCalls(world.ctx, campaign)).toMatchObject({ skipped: { called_too_often: 1 } })
    world.line.clock = at('2026-12-24T10:00:01+11:00')
    expect(await startCalls(world.ctx, campaign)).toMatchObject({ callsInitiated: 1 })
  })

  // Covers: called-when-14
  test('a shared number is dialled for the lowest id that may be called, also in later starts', async () => {
    const campaign = await world.campaign()
    const phone = '+61255504444'
    await world.brokers(1, { phone, suspendedAt: new Date() })
    const [second, third] = await world.brokers(2, { phone })
    expect(await startCalls(world.ctx, campaign)).toMatchObject({
      callsInitiated: 1,
      skipped: { suspended: 1, duplicate_number: 1 },
    })
    await world.turn()
    await world.end('human')
    expect(await startCalls(world.ctx, campaign)).toMatchObject({
      callsInitiated: 0,
      skipped: { duplicate_number: 1 },
    })
    const called = await world.db.selectFrom('calls').select('brokerId').execute()
    expect(called).toEqual([{ brokerId: second }])
    expect(third).toBeDefined()
  })

  test("when a state's calling hours end, all who wait there are put off at once, and the next state is called", async () => {
    world.line.clock = at('2026-11-24T16:00:00+11:00')
    const campaign = await world.campaign({ maxConcurrentCalls: 1 })
    const sydney = await world.brokers(5)
    const [perth] = await world.brokers(1, { region: 'WA', timezone: 'Australia/Perth' })
    const behind = await world.brokers(3)
    await startCalls(world.ctx, campaign)
    world.line.clock = at('2026-11-24T17:30:00+11:00')
    const decided = () =>
      world.db
        .selectFrom('callDecisions')
        .select(['brokerId', 'verdict'])
        .where('enrolmentId', 'is not', null)
        .where('judgedAt', '=', world.line.clock)
        .orderBy('brokerId')
        .execute()
    expect(await world.turn()).toEqual([])
    expect(await decided()).toEqual(sydney.map((brokerId) => ({ brokerId, verdict: 'later' })))
    expect(await world.turn()).toHaveLength(1)
    expect((await decided()).filter(({ verdict }) => verdict === 'call')).toEqual([
      { brokerId: perth, verdict: 'call' },
    ])
    await world.end('human')
    await world.turn()
    expect(await decided()).toHaveLength(sydney.length + 1 + behind.length)
    expect(world.line.dials).toHaveLength(1)
    expect(await world.enrolments(campaign)).toEqual({ waiting: 8, done: 1 })
  })
})

describe('what happens meanwhile', () => {
  // Covers: starting-pausing-7
  test('pause stops further dialling, start goes on, live calls end as they do', async () => {
    const campaign = await world.campaign({ maxConcurrentCalls: 1 })
    await world.brokers(3)
    await startCalls(world.ctx, campaign)
    expect(await world.turn()).toHaveLength(1)
    await updateCampaign(world.ctx, campaign, { status: 'paused' })
    await world.end('human')
    expect(await world.turn()).toHaveLength(0)
    expect(await world.enrolments(campaign)).toEqual({ done: 1, waiting: 2 })
    await updateCampaign(world.ctx, campaign, { status: 'active' })
    expect(await world.turn()).toHaveLength(1)
  })

  // Covers: called-when-2
  test('a suppressed number is cancelled at once in every campaign, and a late one at the dial', async () => {
    const campaign = await world.campaign()
    const other = await world.campaign()
    await world.brokers(1, { phone: '+61255501111' })
    await world.brokers(1, { phone: '+61255502222' })
    for (const each of [campaign, other]) await startCalls(world.ctx, each)
    await world.ctx.tx((tx) => tx.emit('number.suppressed', { phone: '+61255501111', simulated: true }))
    expect(await world.enrolments(campaign)).toEqual({ done: 1, waiting: 1 })
    expect(await world.enrolments(other)).toEqual({ done: 1, waiting: 1 })
    // inserted without an event
    await world.db
      .insertInto('suppressions')
      .values({ phone: '+61255502222', source: 'key', reason: 'opted out', simulated: true })
      .execute()
    await world.turn()
    expect(world.line.dials).toEqual([])
    const ended = await world.db.selectFrom('enrolments').select('endedReason').execute()
    expect(new Set(ended.map(({ endedReason }) => endedReason))).toEqual(new Set(['opted_out']))
  })

  test('what was said to the simulator cancels simulated enrolments only, what was said in earnest all of them', async () => {
    const [simulated, live] = [await world.campaign(), await world.campaign()]
    await world.brokers(1, { phone: '+61255501112' })
    for (const each of [simulated, live]) await startCalls(world.ctx, each)
    await world.db
      .updateTable('enrolments')
      .set({ simulated: false })
      .where('campaignId', '=', live)
      .execute()
    await world.ctx.tx((tx) => tx.emit('number.suppressed', { phone: '+61255501112', simulated: true }))
    expect(await world.enrolments(simulated)).toEqual({ done: 1 })
    expect(await world.enrolments(live)).toEqual({ waiting: 1 })
    await world.ctx.tx((tx) => tx.emit('number.suppressed', { phone: '+61255501112', simulated: false }))
    expect(await world.enrolments(live)).toEqual({ done: 1 })
    // each by the clock of its plan
    const decisions = await world.db
      .selectFrom('callDecisions')
      .select(['campaignId', 'judgedAt'])
      .where('verdict', '=', 'never')
      .orderBy('id')
      .execute()
    expect(decisions[0]).toEqual({ campaignId: simulated, judgedAt: world.line.clock })
    expect(decisions[1]).toEqual({
      campaignId: live,
      judgedAt: expect.toSatisfy((at: Date) => Date.now() - at.getTime() < 60_000),
    })
  })

  // Covers: called-when-20
  test('what the simulator wrote bars nobody on a live line', async () => {
    const line = createLine({ simulated: false })
    const live = await createDiallingWorld({ databaseUrl: world.databaseUrl, line })
    await live.db
      .updateTable('organisation')
      .set({ legalName: 'L', contactPhone: '+61255501234', agentName: 'A' })
      .execute()
    const [broker] = await world.brokers(1)
    const campaign = await world.campaign()
    await startCalls(world.ctx, campaign)
    await world.turn()
    await world.end('human')
    await world.db.updateTable('brokers').set({ phone: '+61491570278' }).execute()
    await world.db.updateTable('calls').set({ toNumber: '+61491570278' }).execute()
    await world.db
      .insertInto('suppressions')
      .values({ phone: '+61491570278', source: 'key', reason: 'x', simulated: true })
      .execute()
    expect(await startCalls(live.ctx, campaign)).toMatchObject({ callsInitiated: 1 })
    await live.turn()
    expect(line.dials).toMatchObject([{ to: '+61491570278' }])
    expect(broker).toBeDefined()
    await live.close()
  })

  // Covers: called-when-17
  test('a broker who changes is decided on again', async () => {
    const campaign = await world.campaign()
    const [broker] = await world.brokers(1, { region: 'WA', timezone: 'Australia/Perth' })
    await startCalls(world.ctx, campaign)
    expect(await world.turn()).toHaveLength(0)
    await world.db.updateTable('brokers').set({ region: 'NSW', timezone: 'Australia/Sydney' }).execute()
    await world.ctx.tx((tx) => tx.emit('broker.changed', { brokerIds: [broker ?? 0] }))
    expect(await world.turn()).toHaveLength(1)
  })

  // Covers: called-when-17
  test('new hours of a campaign count for who is waiting', async () => {
    const campaign = await world.campaign({ callStartTime: '14:00' })
    await world.brokers(1)
    expect(await startCalls(world.ctx, campaign)).toMatchObject({ scheduled: 1 })
    await updateCampaign(world.ctx, campaign, { callStartTime: '09:00' })
    expect(await world.turn()).toHaveLength(1)
  })

  // Covers: starting-pausing-8
  test('completing by hand ends who is waiting; nobody is called when it starts again by itself', async () => {
    const campaign = await world.campaign({ maxConcurrentCalls: 1 })
    await world.brokers(2)
    await startCalls(world.ctx, campaign)
    await world.turn()
    await updateCampaign(world.ctx, campaign, { status: 'completed' })
    await world.end('no_answer')
    expect(await world.enrolments(campaign)).toEqual({ done: 2 })
    await updateCampaign(world.ctx, campaign, { status: 'active' })
    expect(await world.turn()).toHaveLength(0)
    expect(await startCalls(world.ctx, campaign)).toMatchObject({ callsInitiated: 1, scheduled: 1 })
  })

  // Covers: called-when-16
  test('a burst of failures pauses the campaign and names the calls; started again it gets another chance', async () => {
    const campaign = await world.campaign({ maxConcurrentCalls: 20 })
    await world.brokers(45)
    await startCalls(world.ctx, campaign)
    const dialled = await world.turn()
    await world.end('human', dialled.slice(0, 10))
    await world.end('provider_fault', dialled.slice(10))
    expect(await world.turn()).toHaveLength(0)
    const { status, pausedReason } = await world.db
      .selectFrom('campaigns')
      .selectAll()
      .where('id', '=', campaign)
      .executeTakeFirstOrThrow()
    expect(status).toBe('paused')
    expect(pausedReason).toContain('10 of the last 20 calls failed (10 × provider refused the call)')
    expect(pausedReason).toContain(`#${dialled[10]}`)
    const activity = await world.db.selectFrom('activities').select(['type', 'campaignId']).execute()
    expect(activity).toEqual([{ type: 'campaign_paused', campaignId: campaign }])
    await updateCampaign(world.ctx, campaign, { status: 'active' })
    expect(await world.turn()).toHaveLength(20)
  })

  test('refusals that end at once do not outweigh the conversations that still go on', async () => {
    const campaign = await world.campaign({ maxConcurrentCalls: 60 })
    await world.brokers(80)
    await startCalls(world.ctx, campaign)
    const dialled = await world.turn()
    expect(dialled).toHaveLength(60)
    // every fifth number is dead: the only calls that have ended so far
    const dead = dialled.filter((_, index) => index % 5 === 4)
    await world.end('invalid_number', dead)
    expect(await world.turn()).toHaveLength(12)
  })
})
