import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { updateCampaign } from '#server/modules/campaigns/campaigns.ts'
import { closeDays } from '#server/modules/figures/figures.store.ts'
import { createDiallingWorld, createLine, type DiallingWorld } from '#test/worlds/dialling-world.ts'
import { viewBestHours } from './best-hours.views.ts'
import { hoursArmOf } from './better-hour.rules.ts'
import { onBrokerChanged, onCampaignChanged } from './listeners.ts'
import { viewPreflight } from './preflight.ts'
import { startCalls } from './start-calls.ts'

let world: DiallingWorld
beforeEach(async () => {
  world = await createDiallingWorld()
})
afterEach(() => world.close())

/** Tuesday 2 pm; the line's clock starts at Tuesday 10 am. */
const GOOD_HOUR = 2 * 24 + 14
const TWO_PM = new Date('2026-11-24T14:00:00+11:00')

/** Stored figures of calls to fixed lines in New South Wales that were answered in that hour more than in others. */
async function plantHours(region = 'NSW'): Promise<void> {
  await world.db.transaction().execute((tx) => closeDays({ db: tx }))
  await sql`insert into figures (source, dimension, simulated, day, region, hour, line, counts)
    select 'calls', 'region_hour', true, (now() at time zone 'Australia/Sydney')::date - d, ${region}, day * 24 + hour, 'fixed',
      jsonb_build_object('calls', 60, 'ended', 60, 'human', case when day * 24 + hour = ${GOOD_HOUR} then 45 else 15 end)
    from generate_series(1, 5) day, generate_series(9, 16) hour, generate_series(1, 3) d`.execute(world.db)
}

async function preferring(values: Parameters<DiallingWorld['campaign']>[0] = {}): Promise<number> {
  await plantHours()
  return world.campaign({ maxConcurrentCalls: 100, preferBestHours: true, ...values })
}

const enrolmentsOf = (campaignId: number) =>
  world.db
    .selectFrom('enrolments')
    .selectAll()
    .where('campaignId', '=', campaignId)
    .orderBy('brokerId')
    .execute()

const lastDecision = (brokerId: number) =>
  world.db
    .selectFrom('callDecisions')
    .select(['verdict', 'reasons', 'notBefore', 'facts', 'dataVersions'])
    .where('brokerId', '=', brokerId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

/** Switches as a person does. */
async function change(
  campaignId: number,
  values: { preferBestHours?: boolean; status?: 'paused' | 'active' },
) {
  const before = await world.status(campaignId)
  await world.db.updateTable('campaigns').set(values).where('id', '=', campaignId).execute()
  const event = { campaignId, before, after: values.status ?? before } as Parameters<
    typeof onCampaignChanged
  >[1]
  await world.ctx.tx((tx) => onCampaignChanged(tx, event))
}

// Covers: best-hours-4
test('four in five wait for the better hour, one in five is called as without, and both are stored', async () => {
  const campaign = await preferring()
  await world.brokers(50)
  const { hoursSeed: seed } = await world.db
    .selectFrom('campaigns')
    .select('hoursSeed')
    .executeTakeFirstOrThrow()
  const before = await viewPreflight(world.ctx, campaign)
  const started = await startCalls(world.ctx, campaign)
  const enrolments = await enrolmentsOf(campaign)
  for (const { brokerId, hoursArm, hoursFrom } of enrolments)
    expect([hoursArm, hoursFrom]).toEqual([hoursArmOf({ percent: 20, seed }, brokerId), 1])
  const waiting = enrolments.filter(({ hoursArm }) => hoursArm === 'preferred')
  expect(waiting.length).toBeGreaterThan(30)
  expect(waiting.length).toBeLessThan(49)
  expect(waiting.map(({ dueAt }) => dueAt)).toEqual(waiting.map(() => TWO_PM))
  // the result equals the preflight
  expect(before).toMatchObject({ callableLater: waiting.length, betterHour: waiting.length })
  expect(started).toMatchObject({
    ...{ callsInitiated: 50 - waiting.length, scheduled: waiting.length, betterHour: waiting.length },
  })
  expect(await lastDecision(waiting[0]?.brokerId ?? 0)).toMatchObject({
    verdict: 'later',
    notBefore: TWO_PM,
    reasons: [
      {
        code: 'better_hour',
        text: 'Waits until Tue 24 Nov, 2:00 pm AEDT for an hour in which NSW fixed lines are answered more often.',
      },
    ],
    facts: { hoursArm: 'preferred', waitsUntil: null },
    dataVersions: { bestHours: expect.stringMatching(/^calls from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/) },
  })

  const early = await world.turn()
  expect(early).toHaveLength(50 - waiting.length)
  await world.end('human')
  expect(await world.turn()).toHaveLength(0)
  world.line.clock = TWO_PM
  expect(await world.turn()).toHaveLength(waiting.length)
  await world.end('human')
  // at most once, with the switch as without
  expect(new Set(world.line.dials.map(({ to }) => to)).size).toBe(50)
  expect(world.line.dials).toHaveLength(50)
  await world.turn()
  expect(await world.status(campaign)).toBe('completed')
})

// Covers: best-hours-5
test('without the switch nobody waits, has an arm, or is asked for one', async () => {
  const campaign = await preferring({ preferBestHours: false })
  await world.brokers(10)
  expect(await startCalls(world.ctx, campaign)).toMatchObject({ callsInitiated: 10, betterHour: 0 })
  expect(await world.turn()).toHaveLength(10)
  for (const { hoursArm, betterHourAt } of await enrolmentsOf(campaign))
    expect([hoursArm, betterHourAt]).toEqual([null, null])
  expect(await viewBestHours(world.ctx, campaign)).toMatchObject({ groups: [], effect: null })
})

// Covers: best-hours-3
test('who waited once is dialled at the next legal moment, also after its hour was missed', async () => {
  const campaign = await preferring({ hoursControlPercent: 1 })
  await world.brokers(20)
  await startCalls(world.ctx, campaign)
  await world.turn()
  await world.end('human')
  const left = (await enrolmentsOf(campaign)).filter(({ state }) => state === 'waiting').length
  expect(left).toBeGreaterThan(15)
  // the preferred hour passes without dials
  world.line.clock = new Date('2026-11-24T17:00:00+11:00')
  expect(await world.turn()).toHaveLength(0)
  world.line.clock = new Date('2026-11-25T09:00:00+11:00')
  expect(await world.turn()).toHaveLength(left)
})

// Covers: best-hours-3
test('a broker who is changed meanwhile is decided on again, and waits no longer than before', async () => {
  const campaign = await preferring({ hoursControlPercent: 1, hoursSeed: 4 })
  const ids = await world.brokers(5)
  await startCalls(world.ctx, campaign)
  const called = (await world.turn()).length
  await world.ctx.tx((tx) => onBrokerChanged(tx, { brokerIds: ids }))
  expect(await world.turn()).toHaveLength(0)
  const waiting = (await enrolmentsOf(campaign)).filter(({ state }) => state === 'waiting')
  expect(waiting).toHaveLength(5 - called)
  for (const { dueAt, betterHourAt } of waiting) expect([dueAt, betterHourAt]).toEqual([TWO_PM, TWO_PM])
})

// Covers: best-hours-5
test('switched off, those who wait for a better hour and nothing else are due at once', async () => {
  const campaign = await preferring()
  await world.brokers(30)
  const [away] = await world.brokers(1, { region: 'WA', timezone: 'Australia/Perth' })
  await startCalls(world.ctx, campaign)
  const first = await world.turn()
  await world.end('human')
  await change(campaign, { preferBestHours: false })
  expect(await world.turn()).toHaveLength(30 - first.length)
  // before 9 am in Perth
  const waiting = (await enrolmentsOf(campaign)).filter(({ state }) => state === 'waiting')
  expect(waiting.map(({ brokerId }) => brokerId)).toEqual([away])
})

// Covers: best-hours-5
test('paused, they are due at once, and decided on again when it goes on', async () => {
  const campaign = await preferring()
  await world.brokers(30)
  await startCalls(world.ctx, campaign)
  const first = await world.turn()
  await world.end('human')
  await change(campaign, { status: 'paused' })
  const due = (await enrolmentsOf(campaign)).filter(({ state }) => state === 'waiting')
  for (const { dueAt } of due) expect(dueAt).toEqual(world.line.clock)
  expect(await world.turn()).toHaveLength(0)
  await change(campaign, { status: 'active' })
  expect(await world.turn()).toHaveLength(0)
  world.line.clock = TWO_PM
  expect(await world.turn()).toHaveLength(30 - first.length)
})

// Covers: best-hours-4
test('switched on while it runs, those who were not decided on yet get an arm, and the others count from then', async () => {
  const campaign = await preferring({ preferBestHours: false, maxConcurrentCalls: 10 })
  await world.brokers(30)
  await startCalls(world.ctx, campaign)
  expect(await world.turn()).toHaveLength(10)
  await world.end('no_answer')
  await change(campaign, { preferBestHours: true })
  const play = async () => {
    for (let turn = 0; turn < 5; turn++) {
      await world.turn()
      await world.end('human')
    }
  }
  await play()
  const enrolments = await enrolmentsOf(campaign)
  const later = enrolments.filter(({ betterHourAt }) => betterHourAt !== null)
  expect(later.length).toBeGreaterThan(8)
  expect(enrolments.filter(({ hoursArm }) => hoursArm === null)).toHaveLength(10)
  // their retry: the other half of another day
  world.line.clock = new Date('2026-11-25T13:00:00+11:00')
  await play()
  const retried = (await enrolmentsOf(campaign)).filter(({ hoursFrom }) => hoursFrom === 2)
  expect(retried).toHaveLength(10)
})

// Covers: best-hours-2
test('is never dialled outside its window, however late its hour is reached', async () => {
  const campaign = await preferring({ callEndTime: '14:30', hoursControlPercent: 1 })
  await world.brokers(12)
  await startCalls(world.ctx, campaign)
  await world.turn()
  await world.end('human')
  const before = world.line.dials.length
  world.line.clock = new Date('2026-11-24T14:45:00+11:00')
  expect(await world.turn()).toHaveLength(0)
  expect(world.line.dials).toHaveLength(before)
  world.line.clock = new Date('2026-11-25T09:00:00+11:00')
  expect(await world.turn()).toHaveLength(12 - before)
})

// Covers: best-hours-1
test('live calls go by live figures', async () => {
  await world.close()
  world = await createDiallingWorld({ line: createLine({ simulated: false }) })
  const campaign = await preferring()
  await world.brokers(3)
  expect(await viewBestHours(world.ctx, campaign)).toMatchObject({
    groups: [{ name: 'NSW fixed lines', hours: null, evidence: 'No calls yet to tell from.' }],
  })
})

// Covers: best-hours-6
test('the page says which hours are preferred, what from, and how both arms answered', async () => {
  const campaign = await preferring({ hoursControlPercent: 50, hoursSeed: 1 })
  await world.brokers(80)
  await world.brokers(3, { region: null, timezone: null })
  await world.brokers(2, { region: 'VIC', timezone: 'Australia/Melbourne' })
  expect(await viewBestHours(world.ctx, campaign)).toEqual({
    ...{ preferBestHours: true, controlPercent: 50, days: 90, effect: null },
    groups: [
      {
        ...{ region: 'NSW', line: 'fixed', brokers: 80, name: 'NSW fixed lines' },
        hours: 'Tue, 2 pm to 3 pm',
        evidence: '26.3% of 7,200 calls on 3 days were answered, in these hours 75.0% of 180.',
      },
      {
        ...{ region: 'VIC', line: 'fixed', brokers: 2, name: 'VIC fixed lines', hours: null },
        evidence: 'No calls yet to tell from.',
      },
      {
        ...{ region: null, line: 'fixed', brokers: 3, name: 'Fixed lines without a state', hours: null },
        evidence: 'Without a state the hours at their place are not known.',
      },
    ],
  })
  await startCalls(world.ctx, campaign)
  const early = await world.turn()
  await world.end('no_answer')
  world.line.clock = TWO_PM
  const late = await world.turn()
  await world.end('human')
  const { effect } = await viewBestHours(world.ctx, campaign)
  expect(effect).toMatchObject({
    verdict: 'more',
    sentence: expect.stringMatching(
      /^Of 100 first calls with preferred hours \d+\.\d more were answered: between/,
    ),
  })
  expect((effect?.preferred.called ?? 0) + (effect?.any.called ?? 0)).toBe(early.length + late.length)
  expect((effect?.preferred.answered ?? 0) + (effect?.any.answered ?? 0)).toBe(late.length)
  // only who has no state waited with them
  expect(effect?.any.answered).toBeLessThanOrEqual(3)
})

// Covers: best-hours-5
test('the switch is a change of the campaign that the audit log tells', async () => {
  const campaign = await world.campaign()
  const staff = world.ctx.as({ kind: 'system', name: 'test' })
  await updateCampaign(staff, campaign, { preferBestHours: true })
  const entry = await world.db
    .selectFrom('auditLog')
    .select(['action', 'before', 'after'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({
    action: 'campaign.changed',
    before: { preferBestHours: false },
    after: { preferBestHours: true },
  })
})
