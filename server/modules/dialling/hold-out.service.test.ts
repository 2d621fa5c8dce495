import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Comparison } from '#contract/brokers/audiences.ts'
import { viewLift } from '#server/modules/audiences/lift.views.ts'
import { createDiallingWorld, type DiallingWorld } from '#test/worlds/dialling-world.ts'
import { viewPreflight } from './preflight.ts'
import { startCalls } from './start-calls.ts'

let world: DiallingWorld
beforeEach(async () => {
  world = await createDiallingWorld()
})
afterEach(() => world.close())

const armsOf = async (campaignId: number) =>
  new Map(
    (
      await world.db
        .selectFrom('campaignArms')
        .select(['brokerId', 'arm'])
        .where('campaignId', '=', campaignId)
        .orderBy('brokerId')
        .execute()
    ).map(({ brokerId, arm }) => [brokerId, arm]),
  )

/** Runs the dispatcher until the campaign has completed. */
async function playToTheEnd(campaignId: number): Promise<void> {
  for (let turn = 0; turn < 60; turn++) {
    if ((await world.turn()).length === 0 && (await world.status(campaignId)) === 'completed') return
    await world.end('human')
  }
}

// Covers: audiences-5, decision-hold-out
test('whoever is kept uncalled is never dialled by this campaign, however often it starts, and by another one is', async () => {
  const campaign = await world.campaign({ maxConcurrentCalls: 50 })
  await world.brokers(120)
  const before = await viewPreflight(world.ctx, campaign, { holdOutPercent: 25 })
  const started = await startCalls(world.ctx, campaign, { holdOutPercent: 25 })
  const arms = await armsOf(campaign)
  const held = [...arms].filter(([, arm]) => arm === 'hold_out').map(([id]) => id)
  expect(arms.size).toBe(120)
  expect(held.length).toBeGreaterThan(15)
  expect(held.length).toBeLessThan(46)
  // the result equals the preflight
  expect(before.skipped).toEqual({ held_out: held.length })
  expect(started.skipped).toEqual({ held_out: held.length })
  await playToTheEnd(campaign)
  const dialled = async () =>
    new Set(
      (
        await world.db.selectFrom('calls').select('brokerId').where('campaignId', '=', campaign).execute()
      ).map(({ brokerId }) => brokerId),
    )
  expect((await dialled()).size).toBe(120 - held.length)
  // again, and without a hold-out: brokers who were kept uncalled stay so
  await world.db.updateTable('campaigns').set({ status: 'active' }).where('id', '=', campaign).execute()
  await startCalls(world.ctx, campaign, { holdOutPercent: 0 })
  await playToTheEnd(campaign)
  for (const id of held) expect((await dialled()).has(id)).toBe(false)
  expect(await armsOf(campaign)).toEqual(arms)
  const other = await world.campaign({ maxConcurrentCalls: 50 })
  const free = await viewPreflight(world.ctx, other)
  expect(free.skipped.held_out).toBeUndefined()
})

// Covers: audiences-5
test('the ledger says why somebody was not called', async () => {
  const campaign = await world.campaign()
  await world.brokers(40)
  await startCalls(world.ctx, campaign, { holdOutPercent: 50 })
  const { rows } = await sql<{ text: string; brokers: number }>`
    select reasons -> 0 ->> 'text' as text, count(*)::int as brokers from call_decisions
    where verdict = 'never' group by 1`.execute(world.db)
  const held = [...(await armsOf(campaign)).values()].filter((arm) => arm === 'hold_out').length
  expect(rows).toEqual([
    {
      text: 'In the hold-out group of this campaign: picked at random and not called, to measure uplift.',
      brokers: held,
    },
  ])
})

// Covers: audiences-6
test('lift compares what called and uncalled brokers did, and says when it is too early or too few', async () => {
  const campaign = await world.campaign()
  await world.brokers(400)
  expect(await viewLift(world.ctx, campaign)).toMatchObject({
    since: null,
    periods: [],
    cost: 'This campaign has no hold-out group.',
  })
  await startCalls(world.ctx, campaign, { holdOutPercent: 30 })
  const of = async (days: number, outcome: string): Promise<Comparison | undefined> =>
    (await viewLift(world.ctx, campaign)).periods
      .find((period) => period.days === days)
      ?.outcomes.find((one) => one.outcome === outcome)
  expect(await of(30, 'loan')).toMatchObject({
    called: { brokers: 0 },
    verdict: 'too_few',
    sentence: 'Too few to tell.',
  })
  await sql`update campaign_arms set assigned_at = now() - interval '61 days'`.execute(world.db)
  // every second called broker lodges a loan in the first month, every tenth of the others
  await sql`insert into loans (loan_id, broker_id, lodged_on, amount, reworked, defaulted)
    select broker_id::text, broker_id, current_date - 50, 500000, false, false from campaign_arms
    where broker_id % case arm when 'call' then 2 else 10 end = 0`.execute(world.db)
  // and everybody one later than thirty days after
  await sql`insert into loans (loan_id, broker_id, lodged_on, amount, reworked, defaulted)
    select 'late ' || broker_id, broker_id, current_date - 20, 100000, false, false from campaign_arms`.execute(
    world.db,
  )
  const first = await of(30, 'loan')
  expect(first?.verdict).toBe('more')
  expect(first?.sentence).toMatch(
    /^Of 100 brokers who were called \d+\.\d more lodged a loan: between \d+\.\d and \d+\.\d\.$/,
  )
  expect(first?.called.rate).toBeGreaterThan(40)
  expect((await of(30, 'amount'))?.sentence).toMatch(/^Brokers who were called lodged \$[\d,]+ more each/)
  expect(await of(60, 'loan')).toMatchObject({
    called: { rate: 100 },
    heldOut: { rate: 100 },
    verdict: 'no_difference',
  })
  expect(await of(90, 'loan')).toMatchObject({ called: { brokers: 0 } })
  const lift = await viewLift(world.ctx, campaign)
  expect(lift.periods.map(({ days, complete }) => [days, complete])).toEqual([
    [30, true],
    [60, true],
    [90, false],
  ])
  expect(await of(30, 'booking')).toMatchObject({ verdict: 'too_few' })
  expect(lift.cost).toBe(
    `${lift.heldOut} brokers are not called by this campaign. It is too early to say what that costs.`,
  )
})
