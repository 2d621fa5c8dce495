import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setNumberSource } from '#server/modules/brokers/number-sources.ts'
import { until } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { createDiallingWorld, createLine, type DiallingWorld } from '#test/worlds/dialling-world.ts'
import { viewPreflight } from './preflight.ts'
import { createReadBeside, startCalls } from './start-calls.ts'

let world: DiallingWorld
beforeEach(async () => {
  world = await createDiallingWorld()
})
afterEach(() => world?.close())

/** Its reads of candidates fail from the second on. */
function failingReader(db: DiallingWorld['db']): DiallingWorld['db'] {
  let reads = 0
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows[0] && 'callBasis' in result.rows[0] && ++reads > 1) throw new Error('the reader broke')
      return result
    },
  })
}

test('one start of a process at a time reads over a connection of its own', async () => {
  const readBeside = createReadBeside()
  const [own, first, second] = [world.ctx, { ...world.ctx }, { ...world.ctx }]
  const read = (tx: typeof own, run: (reader: typeof own) => Promise<unknown> = async () => undefined) =>
    readBeside(own, tx, async (reader) => {
      await run(reader)
      return reader
    })
  let during: unknown
  expect(
    await read(first, async () => {
      during = await read(second)
    }),
  ).toBe(own)
  expect(during).toBe(second)
  await expect(read(first, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  expect(await read(second)).toBe(own)
})

describe('starting', () => {
  test('that breaks while brokers are read leaves no enrolment and no decision', async () => {
    const campaign = await world.campaign()
    await world.brokers(1500)
    await world.brokers(1000, { suspendedAt: new Date() })
    const ctx = { ...world.ctx, db: failingReader(world.db) }
    await expect(startCalls(ctx, campaign)).rejects.toThrow('the reader broke')
    await until('no statement runs', async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(world.db)
      return rows.length === 0
    })
    const { rows } = await sql`select (select count(*) from enrolments) as enrolments,
      (select count(*) from call_decisions) as decisions`.execute(world.db)
    expect(rows).toEqual([{ enrolments: 0, decisions: 0 }])
  })

  // Covers: dashboard-14, starting-pausing-2, called-when-2
  test('preflight says what start-calls then does, reason by reason', async () => {
    const campaign = await world.campaign()
    await world.brokers(4)
    await world.brokers(2, { region: 'WA', timezone: 'Australia/Perth' })
    await world.brokers(1, { region: null, timezone: null })
    await world.brokers(1, { suspendedAt: new Date() })
    await world.brokers(1, { callBasis: 'none' })
    await world.brokers(1, { phone: '+64211234567' })
    await world.brokers(1, { phone: '+61131444' })
    await world.brokers(1, { phone: null })
    await world.brokers(1, { phone: '+61491570278' })
    await world.brokers(2, { phone: '+61255509999' })
    const [opted] = await world.brokers(1, { phone: '+61255508888' })
    await world.db
      .insertInto('suppressions')
      .values({ phone: '+61255508888', source: 'manual', reason: 'asked' })
      .execute()
    await world.brokers(1, { phone: '+61255507777' })
    await world.db
      .insertInto('numberWashes')
      .values({ phone: '+61255507777', listed: true, washedOn: '2026-11-20' })
      .execute()

    const before = await viewPreflight(world.ctx, campaign)
    const skipped = {
      suspended: 1,
      no_basis: 1,
      outside_australia: 1,
      invalid_number: 2,
      not_fictitious: 1,
      duplicate_number: 1,
      opted_out: 1,
      do_not_call: 1,
    }
    const none = { waiting: 0, reached: 0, notReached: 0 }
    const [total, elsewhere] = [8 + 9, 0]
    expect(before).toMatchObject({
      ...{ callableNow: 5, callableLater: 3, outsideHours: 3, dialledBefore: 0, skipped, elsewhere },
      ...{ alreadyIn: none, total },
    })
    expect(before.firstCallAt).toBe('2026-11-23T23:00:00.000Z')
    expect(Date.parse(before.finishesAt ?? '')).toBeGreaterThan(world.line.clock.getTime())

    const started = await startCalls(world.ctx, campaign)
    expect(started).toEqual({
      ...{ callsInitiated: 5, scheduled: 3, campaignName: 'Test', skipped, elsewhere },
      ...{ betterHour: 0, outsideHours: 3, dialledBefore: 0, alreadyIn: none, total },
    })
    expect(await world.enrolments(campaign)).toEqual({ waiting: 8 })
    const told = await world.db
      .selectFrom('callDecisions')
      .select(['verdict', 'reasons'])
      .where('brokerId', '=', opted ?? 0)
      .execute()
    expect(told).toMatchObject([{ verdict: 'never', reasons: [{ code: 'opted_out' }] }])

    expect(await startCalls(world.ctx, campaign)).toEqual({
      ...started,
      callsInitiated: 0,
      scheduled: 0,
      outsideHours: 0,
      skipped,
      alreadyIn: { ...none, waiting: 8 },
    })
    const { decisions } = await world.db
      .selectFrom('callDecisions')
      .select((eb) => eb.fn.countAll<number>().as('decisions'))
      .executeTakeFirstOrThrow()
    expect(decisions).toBe(9 + 3)
  })

  // Covers: starting-pausing-3
  test('adds up to all brokers, and whom another campaign calls today is for later', async () => {
    const one = await world.campaign({ maxConcurrentCalls: 2 })
    const two = await world.campaign({ name: 'Second' })
    const ids = await world.brokers(6)
    await world.db
      .updateTable('brokers')
      .set({ suspendedAt: new Date() })
      .where('id', '=', ids[5] ?? 0)
      .execute()
    await startCalls(world.ctx, one)
    const [first, second] = await world.turn()
    await world.end('human', [first ?? 0])
    await world.end('no_answer', [second ?? 0])
    const skipped = { suspended: 1 }
    const mine = await viewPreflight(world.ctx, one)
    expect(mine).toMatchObject({ callableNow: 0, callableLater: 0, elsewhere: 0, skipped, total: 6 })
    expect(mine.alreadyIn).toEqual({ waiting: 4, reached: 1, notReached: 0 })
    const other = await viewPreflight(world.ctx, two)
    const nobody = { waiting: 0, reached: 0, notReached: 0 }
    expect(other).toMatchObject({ callableNow: 0, callableLater: 5, skipped, alreadyIn: nobody, total: 6 })
    const { waiting = 0 } = await world.enrolments(one)
    // the rest has been dialled today; the one without an answer waits for another day
    expect(other.elsewhere).toBe(waiting - 1)
    expect(other.elsewhere).toBeGreaterThan(0)
    expect(await startCalls(world.ctx, two)).toMatchObject({
      ...{ callsInitiated: 0, scheduled: 5, elsewhere: other.elsewhere, skipped, total: 6 },
    })
    await world.db.updateTable('campaigns').set({ status: 'paused' }).where('id', '=', one).execute()
    // the other one does not call now: these do
    const later = await viewPreflight(world.ctx, await world.campaign({ name: 'Third' }))
    expect(later.elsewhere).toBe(other.elsewhere)
  })

  // Covers: starting-pausing-5
  test('pressing again while it runs brings nobody back who was not reached', async () => {
    const campaign = await world.campaign()
    await world.brokers(3)
    await startCalls(world.ctx, campaign)
    const [first, second] = await world.turn()
    await world.end('declined', [first ?? 0])
    await world.end('no_answer', [second ?? 0])
    expect(await viewPreflight(world.ctx, campaign)).toMatchObject({
      callableNow: 0,
      callableLater: 0,
      skipped: {},
    })
    expect(await startCalls(world.ctx, campaign)).toMatchObject({
      callsInitiated: 0,
      scheduled: 0,
      skipped: {},
    })
    expect(await world.enrolments(campaign)).toEqual({ done: 1, waiting: 1, in_flight: 1 })
  })

  // Covers: starting-pausing-9
  test('who may not dial may not start, and what started is in the audit log', async () => {
    const campaign = await world.campaign()
    await world.brokers(1)
    const viewer = world.ctx.as({
      kind: 'staff',
      userId: 1,
      role: 'viewer',
      name: 'V',
      email: 'v@example.com',
      ip: '127.0.0.1',
    })
    await expect(startCalls(viewer, campaign)).rejects.toMatchObject({ code: 'forbidden' })
    await startCalls(world.ctx, campaign)
    const log = await world.db.selectFrom('auditLog').select(['action', 'subjectId']).execute()
    expect(log).toEqual([{ action: 'campaign.started', subjectId: String(campaign) }])
  })

  // Covers: starting-pausing-5
  test('two browsers at once enrol everybody once', async () => {
    const campaign = await world.campaign()
    await world.brokers(50)
    const answers = await Promise.all([startCalls(world.ctx, campaign), startCalls(world.ctx, campaign)])
    expect(answers.map(({ callsInitiated }) => callsInitiated).sort()).toEqual([0, 50])
    expect(await world.enrolments(campaign)).toEqual({ waiting: 50 })
  })

  test('a part that cannot be stored leaves nobody enrolled, and the next start enrols all', async () => {
    const campaign = await world.campaign()
    await sql`insert into brokers (name, phone, region, timezone)
      select 'Broker ' || n, '+6125550' || lpad(n::text, 4, '0'), 'NSW', 'Australia/Sydney'
      from generate_series(1, 4500) n`.execute(world.db)
    await asOwner(
      world.databaseUrl,
      `create function refuse_one() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`,
      'create trigger refuse_one before insert on enrolments for each row when (new.broker_id % 4000 = 17) execute function refuse_one()',
    )
    await expect(startCalls(world.ctx, campaign)).rejects.toThrow('no room')
    await asOwner(world.databaseUrl, 'drop trigger refuse_one on enrolments')
    for (const table of ['enrolments', 'callDecisions', 'auditLog'] as const)
      expect(await world.db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(await startCalls(world.ctx, campaign)).toMatchObject({ callsInitiated: 4500 })
  })

  // Covers: starting-pausing-4
  test('a paused or completed campaign, an unknown one and one without brokers', async () => {
    for (const status of ['paused', 'completed']) {
      const campaign = await world.campaign({ status, name: 'Spring' })
      await expect(startCalls(world.ctx, campaign)).rejects.toMatchObject({
        code: 'conflict',
        message: `Spring is ${status}. Start it again before making calls.`,
      })
    }
    await expect(startCalls(world.ctx, 999_999)).rejects.toMatchObject({ code: 'not_found' })
    const empty = await world.campaign()
    expect(await startCalls(world.ctx, empty)).toMatchObject({ callsInitiated: 0, scheduled: 0, skipped: {} })
    expect(await viewPreflight(world.ctx, empty)).toMatchObject({ firstCallAt: null, finishesAt: null })
    await world.turn()
    expect(await world.status(empty)).toBe('active')
  })

  // Covers: starting-pausing-6, import-2
  test('without a provider nothing starts, and a live one needs to say who calls', async () => {
    const campaign = await world.campaign()
    const none = {
      ...world.ctx,
      providers: {
        ...world.ctx.providers,
        voice: { active: null, named: () => null, fallbackOf: () => null },
      },
    }
    const message = 'No phone numbers configured. Please add a phone number in Settings before making calls.'
    await expect(startCalls(none, campaign)).rejects.toMatchObject({ code: 'rule_forbids', message })
    await expect(viewPreflight(none, campaign)).rejects.toMatchObject({ code: 'rule_forbids', message })
    const live = await createDiallingWorld({
      databaseUrl: world.databaseUrl,
      line: createLine({ simulated: false }),
    })
    await live.brokers(1, { phone: '+61491570278' })
    await expect(startCalls(live.ctx, campaign)).rejects.toMatchObject({
      code: 'rule_forbids',
      message: expect.stringContaining('legal name, contact phone, agent name'),
    })
    await live.db
      .updateTable('organisation')
      .set({ legalName: 'Lender Pty Ltd', contactPhone: '+61255501234', agentName: 'Alex' })
      .execute()
    await live.db.updateTable('brokers').set({ numberSource: null }).execute()
    // express consent implies the number's source
    const said = { callBasis: 'express', callBasisAt: new Date('2026-01-01'), callBasisSource: 'Form' }
    await live.brokers(1, { phone: '+61491570279', numberSource: null, ...said })
    expect(await viewPreflight(world.ctx, campaign)).toMatchObject({ withoutSource: 0 })
    expect(await viewPreflight(live.ctx, campaign)).toMatchObject({ callableNow: 2, withoutSource: 1 })
    await expect(startCalls(live.ctx, campaign)).rejects.toMatchObject({
      code: 'rule_forbids',
      message:
        'Enter first where the number of 1 broker comes from: it is read to brokers who ask in a call.',
    })
    expect(await setNumberSource(live.ctx, 'the directory of your association')).toBe(1)
    expect(await startCalls(live.ctx, campaign)).toMatchObject({ callsInitiated: 2 })
    await live.close()
  })
})
