import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { updateCampaign } from '#server/modules/campaigns/campaigns.ts'
import { viewCampaign } from '#server/modules/campaigns/views.ts'
import { viewNeeds } from '#server/modules/dashboard/needs.views.ts'
import { createDiallingWorld, createLine, type DiallingWorld } from '#test/worlds/dialling-world.ts'
import { startCalls } from './start-calls.ts'

let world: DiallingWorld
beforeEach(async () => {
  world = await createDiallingWorld()
  // a call may cost up to AUD 1.50
  await world.db.updateTable('organisation').set({ callMinutePrice: '0.15', audPerUsd: '1.5' }).execute()
})
afterEach(() => world?.close())

const campaignOf = (id: number) =>
  world.db.selectFrom('campaigns').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function endAt(callIds: readonly number[], cost: string, costCurrency = 'AUD'): Promise<void> {
  await world.end('human', callIds)
  await world.db.updateTable('calls').set({ cost, costCurrency }).where('id', 'in', callIds).execute()
}

const decisions = () =>
  world.db
    .selectFrom('callDecisions')
    .select(['brokerId', 'verdict', 'reasons'])
    .where('verdict', '=', 'later')
    .orderBy('brokerId')
    .execute()

describe('the budget of a campaign', () => {
  // Covers: called-when-21
  test('limits the calls on the line, warns once at four fifths, stops with a reason and resumes once raised', async () => {
    const campaign = await world.campaign({ budget: '5.00', maxConcurrentCalls: 10 })
    await world.brokers(8)
    await startCalls(world.ctx, campaign)
    // three calls may cost AUD 4.50 together
    const first = await world.turn()
    expect(first).toHaveLength(3)
    expect(await world.turn()).toHaveLength(0)
    expect(await world.status(campaign)).toBe('active')
    await endAt(first, '0.70')
    // AUD 2.10 is spent, one more call fits, and its price is in US dollars
    const second = await world.turn()
    expect(second).toHaveLength(1)
    await endAt(second, '1.2667', 'USD')
    expect(await campaignOf(campaign)).toMatchObject({ budgetWarnedAt: null })
    expect(await world.turn()).toHaveLength(0)
    const reason = 'The budget of $5.00 is used: $4.01 is spent, and the next call may cost up to $1.50.'
    expect(await campaignOf(campaign)).toMatchObject({
      ...{ status: 'paused', pausedReason: reason },
      budgetStoppedAt: expect.any(Date),
    })
    // every broker who was due has the reason
    const refused = await decisions()
    expect(refused).toHaveLength(4)
    for (const { reasons } of refused) expect(reasons).toEqual([{ code: 'budget_used', text: reason }])
    expect(await world.enrolments(campaign)).toEqual({ done: 4, waiting: 4 })
    await expect(updateCampaign(world.ctx, campaign, { status: 'active' })).rejects.toMatchObject({
      ...{ code: 'rule_forbids', message: `${reason} Raise the budget to call on.` },
    })
    // raised too little: it stays paused
    await updateCampaign(world.ctx, campaign, { budget: '5.10' })
    expect(await world.status(campaign)).toBe('paused')
    await updateCampaign(world.ctx, campaign, { budget: '5.60' })
    expect(await campaignOf(campaign)).toMatchObject({
      ...{ status: 'active', pausedReason: null, budgetStoppedAt: null },
    })
    expect(await world.turn()).toHaveLength(1)
  })

  // Covers: called-when-21
  test('is near from four fifths on, in the timeline once and among the needs until it is raised', async () => {
    const campaign = await world.campaign({ budget: '10.00', maxConcurrentCalls: 1 })
    await world.brokers(5)
    await startCalls(world.ctx, campaign)
    await endAt(await world.turn(), '8.00')
    await endAt(await world.turn(), '0.10')
    await world.turn()
    const activities = await world.db
      .selectFrom('activities')
      .select(['type', 'description'])
      .where('type', '=', 'campaign_budget')
      .execute()
    expect(activities).toEqual([
      {
        type: 'campaign_budget',
        description: 'Test has used most of its budget: $8.00 of $10.00.',
      },
    ])
    const lender = world.ctx.as({
      ...{ kind: 'staff', userId: 1, role: 'lender', name: 'Leo' },
      email: 'leo@example.com',
      ip: null,
    })
    const near = async () => (await viewNeeds(lender)).filter(({ kind }) => kind === 'campaign_budget')
    expect(await near()).toMatchObject([{ detail: '$8.10 of $10.00 used', campaign: { id: campaign } }])
    await updateCampaign(world.ctx, campaign, { budget: '20.00' })
    expect(await near()).toEqual([])
  })

  // Covers: called-when-21
  test('counts calls without a price at the price of their started minutes, and as ended calls only what was answered', async () => {
    const campaign = await world.campaign({ budget: '50.00', maxConcurrentCalls: 10 })
    await world.brokers(3)
    await startCalls(world.ctx, campaign)
    const [long, short, rang] = await world.turn()
    expect((await viewCampaign(world.ctx, campaign)).budgetUse).toMatchObject({
      ...{ spent: '0.00', onTheLine: '4.50', level: 'within' },
    })
    await world.end('human', [long ?? 0, short ?? 0])
    await world.end('no_answer', [rang ?? 0])
    await world.db
      .updateTable('calls')
      .set({ duration: 61 })
      .where('id', '=', long ?? 0)
      .execute()
    await world.db
      .updateTable('calls')
      .set({ duration: 1 })
      .where('id', '=', short ?? 0)
      .execute()
    expect((await viewCampaign(world.ctx, campaign)).budgetUse).toEqual({
      ...{ spent: '0.45', estimated: '0.45', onTheLine: '0.00', nextCall: '1.50', level: 'within' },
      simulated: world.line.provider.simulated,
    })
  })

  // Covers: called-when-21
  test('is not spent twice by two processes', async () => {
    const campaign = await world.campaign({ budget: '3.00', maxConcurrentCalls: 10 })
    await world.brokers(10)
    await startCalls(world.ctx, campaign)
    const other = await createDiallingWorld({ databaseUrl: world.databaseUrl, line: createLine() })
    try {
      for (let round = 0; round < 5; round++) await Promise.all([world.turn(), other.turn()])
    } finally {
      await other.close()
    }
    const calls = await world.db.selectFrom('calls').select('id').execute()
    expect(calls).toHaveLength(2)
  })

  test('refuses to start while it is used, and completes as without a budget', async () => {
    const campaign = await world.campaign({ budget: '3.00' })
    await world.brokers(1)
    await startCalls(world.ctx, campaign)
    await endAt(await world.turn(), '2.90')
    await world.turn()
    expect(await world.status(campaign)).toBe('completed')
    await expect(updateCampaign(world.ctx, campaign, { status: 'active' })).rejects.toMatchObject({
      code: 'rule_forbids',
    })
    await updateCampaign(world.ctx, campaign, { budget: '10.00', status: 'active' })
    await updateCampaign(world.ctx, campaign, { budget: '4.00' })
    await expect(startCalls(world.ctx, campaign)).rejects.toMatchObject({ code: 'rule_forbids' })
  })

  // Covers: called-when-21
  test('holds for calls that people asked for', async () => {
    const campaign = await world.campaign({ budget: '3.00', maxConcurrentCalls: 1 })
    const [first, second] = await world.brokers(2)
    await startCalls(world.ctx, campaign)
    await endAt(await world.turn(), '2.00')
    const { clock, provider } = world.line
    const { phone } = await world.db
      .selectFrom('brokers')
      .select('phone')
      .where('id', '=', second ?? 0)
      .executeTakeFirstOrThrow()
    await world.db
      .insertInto('requestedCalls')
      .values({
        ...{ brokerId: second ?? 0, campaignId: campaign, phone: phone ?? '', words: 'in an hour' },
        ...{ simulated: provider.simulated, dueAt: clock, untilAt: new Date(clock.getTime() + 60_000) },
      })
      .execute()
    expect(await world.turn()).toHaveLength(0)
    expect(await world.status(campaign)).toBe('paused')
    const requested = () =>
      world.db.selectFrom('requestedCalls').select(['state', 'reason']).executeTakeFirstOrThrow()
    expect(await requested()).toMatchObject({ state: 'planned' })
    await updateCampaign(world.ctx, campaign, { budget: '9.00' })
    expect(await world.turn()).toHaveLength(1)
    expect(await requested()).toMatchObject({ state: 'dialling' })
    expect(first).toBeDefined()
  })
})
