import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#test/test-db.ts'
import { createDiallingWorld, type DiallingWorld } from '#test/worlds/dialling-world.ts'
import { campaignPast, loadCandidates, partsOfBrokers } from './candidates.views.ts'
import { jobs } from './jobs.ts'
import { startCalls } from './start-calls.ts'

let world: DiallingWorld
beforeAll(async () => {
  world = await createDiallingWorld()
})
afterAll(() => world?.close())

describe('a stored decision', () => {
  test('outlives its broker and is never changed or deleted', async () => {
    const campaign = await world.campaign()
    const [broker] = await world.brokers(1, { suspendedAt: new Date() })
    await startCalls(world.ctx, campaign)
    const read = () => world.db.selectFrom('callDecisions').selectAll().executeTakeFirstOrThrow()
    const before = await read()
    expect(before).toMatchObject({ verdict: 'never', brokerId: broker })

    await world.db
      .deleteFrom('brokers')
      .where('id', '=', broker ?? 0)
      .execute()
    expect(await read()).toEqual({ ...before, brokerId: null })
    for (const change of [
      `update call_decisions set verdict = 'call'`,
      'update call_decisions set broker_id = 4711',
      'delete from call_decisions',
    ])
      await expect(asOwner(world.databaseUrl, change)).rejects.toThrow('append-only')
    expect(await read()).toEqual({ ...before, brokerId: null })
  })
})

describe('the facts of a decision', () => {
  // Covers: called-when-12
  test('hold the dials that count towards the caps, and no others', async () => {
    const campaignId = await world.campaign()
    const [brokerId] = await world.brokers(1, { phone: '+61255509911' })
    const dial = { provider: 'simulator', simulated: true, toNumber: '+61255509911' }
    const add = async (values: object) =>
      (
        await world.db
          .insertInto('calls')
          .values({ ...dial, simulatedAt: new Date('2026-11-20T01:00:00Z'), ...values })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    const held = await add({ capDate: '2026-11-20' })
    const finishedAt = new Date('2026-11-20T01:01:00Z')
    const refused = { status: 'failed', outcome: 'provider_fault', failure: 'Busy.', finishedAt }
    await add(refused)
    await add({ ...refused, withdrawn: true })
    await add({ test: true, brokerId })
    // rang on a day that another call holds
    const rang = await add({ status: 'no_answer', outcome: 'declined', finishedAt })
    const now = new Date('2026-11-24T01:00:00Z')
    const scope = { campaignId, simulated: true, now, brokerIds: [brokerId ?? 0] }
    const [candidate] = await loadCandidates(world.ctx, scope)
    expect(candidate?.facts.numberDials.map(({ callId }) => callId)).toEqual([rang, held])
  })
})

describe('what a campaign has behind it', () => {
  test('is looked for no further than it can be, which changes no fact', async () => {
    const campaignId = await world.campaign()
    // two who share a number, so that one of them holds it
    await world.brokers(2, { phone: '+61255509922' })
    const scope = { campaignId, simulated: true, now: new Date('2026-11-24T01:00:00Z') }
    const expectSame = async (past: 'none' | 'chosen' | 'called'): Promise<void> => {
      expect(await campaignPast(world.ctx, scope)).toBe(past)
      expect(await loadCandidates(world.ctx, { ...scope, past })).toEqual(
        await loadCandidates(world.ctx, scope),
      )
    }
    await expectSame('none')
    await startCalls(world.ctx, campaignId)
    await expectSame('chosen')
    const holder = await world.db
      .selectFrom('enrolments')
      .innerJoin('brokers', 'brokers.id', 'brokerId')
      .select(['enrolments.id', 'brokerId'])
      .where('phone', '=', '+61255509922')
      .executeTakeFirstOrThrow()
    await world.db
      .insertInto('calls')
      .values({
        ...{ provider: 'simulator', simulated: true, toNumber: '+61255509922' },
        ...{ campaignId, brokerId: holder.brokerId, enrolmentId: holder.id, attempt: 1 },
      })
      .execute()
    await expectSame('called')
    const other = (await loadCandidates(world.ctx, scope)).find(
      ({ facts }) => facts.number?.e164 === '+61255509922' && facts.brokerId !== holder.brokerId,
    )
    expect(other?.facts.numberTakenBy).toBe(holder.brokerId)
  })
})

describe('all brokers', () => {
  // Covers: analytics-figures-23
  test('come in parts that leave nobody out, whatever numbers they have', async () => {
    const campaignId = await world.campaign()
    const made = await world.brokers(5)
    await world.db
      .deleteFrom('brokers')
      .where('id', '=', made[2] ?? 0)
      .execute()
    const { rows } = await sql<{ id: number }>`select id from brokers order by id`.execute(world.db)
    const scope = { campaignId, simulated: true, now: new Date() }
    for (const most of [1, 2, rows.length, 100]) {
      const parts = await partsOfBrokers(world.ctx, most)
      const loaded = await Promise.all(parts.map((part) => loadCandidates(world.ctx, { ...scope, part })))
      expect(loaded.every((part) => part.length <= most)).toBe(true)
      expect(loaded.flat().map(({ facts }) => facts.brokerId)).toEqual(rows.map(({ id }) => id))
    }
  })
})

describe('slots of dispatch', () => {
  test('are forgotten once no pace can look back at them', async () => {
    const { id } = await world.db
      .insertInto('calls')
      .values({ provider: 'twilio', simulated: false, toNumber: '+61255501234' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const slot = (minutes: number) => ({
      provider: 'twilio',
      slotAt: new Date(Date.now() - minutes * 60_000),
      callId: id,
    })
    await world.db
      .insertInto('dispatchSlots')
      .values([slot(1), slot(59), slot(61), slot(600)])
      .execute()
    await jobs.find(({ name }) => name === 'dialling.forget-slots')?.run(world.ctx, {})
    const { kept } = await world.db
      .selectFrom('dispatchSlots')
      .select((eb) => eb.fn.countAll<number>().as('kept'))
      .executeTakeFirstOrThrow()
    expect(kept).toBe(2)
  })
})
