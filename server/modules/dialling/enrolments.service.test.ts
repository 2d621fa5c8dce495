import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { waitForLocks } from '#test/lock-waits.ts'
import { asOwner } from '#test/test-db.ts'
import { createDiallingWorld, type DiallingWorld } from '#test/worlds/dialling-world.ts'
import { jobs, measureEnrolmentsJob } from './jobs.ts'
import { startCalls } from './start-calls.ts'

let world: DiallingWorld
beforeEach(async () => {
  world = await createDiallingWorld()
})
afterEach(() => world?.close())

const addTo = (campaignId: number, brokerId: number) =>
  sql`insert into enrolments (campaign_id, broker_id, simulated, state, due_at)
    values (${campaignId}, ${brokerId}, false, 'waiting', now())`.execute(world.db)

async function enrolled(): Promise<unknown[]> {
  const { rows } = await sql`select campaign_id, count(*)::int from enrolments group by 1 order by 1`.execute(
    world.db,
  )
  return rows
}

describe('an enrolment', () => {
  test('needs a campaign, and is deleted with it', async () => {
    const [first, second] = [await world.campaign(), await world.campaign()]
    const [broker] = await world.brokers(3)
    await startCalls(world.ctx, first)
    await startCalls(world.ctx, second)
    await expect(addTo(4711, broker ?? 0)).rejects.toThrow('enrolments_campaign_id_fkey')
    await expect(
      sql`update enrolments set campaign_id = 4711 where campaign_id = ${first}`.execute(world.db),
    ).rejects.toThrow('enrolments_campaign_id_fkey')
    await asOwner(world.databaseUrl, `delete from campaigns where id = ${first}`)
    expect(await enrolled()).toEqual([{ campaignId: second, count: 3 }])
  })

  test('does not stay without a campaign that is deleted at the same moment', async () => {
    const campaign = await world.campaign()
    const [broker] = await world.brokers(1)
    const deleted = world.db.transaction().execute(async (tx) => {
      await sql`delete from campaigns where id = ${campaign}`.execute(tx)
      // expected from the start: it fails with the commit of the deletion, before anything after it runs
      const refused = expect(addTo(campaign, broker ?? 0)).rejects.toThrow('enrolments_campaign_id_fkey')
      await waitForLocks(world.db)
      return { refused }
    })
    await (await deleted).refused
    expect(await enrolled()).toEqual([])
  })
})

test('the ledger says of a start who is called later, by their enrolment, and who is never called', async () => {
  await world.brokers(1)
  const [later] = await world.brokers(1, { region: 'WA', timezone: 'Australia/Perth' })
  const [never] = await world.brokers(1, { suspendedAt: new Date() })
  const campaign = await world.campaign()
  const written = async () => {
    const { rows } = await sql`
      select d.broker_id, d.verdict, e.broker_id as enrolled from call_decisions d
      left join enrolments e on e.id = d.enrolment_id and e.campaign_id = ${campaign} order by d.id`.execute(
      world.db,
    )
    return rows
  }
  await startCalls(world.ctx, campaign)
  const decisions = [
    { brokerId: later, verdict: 'later', enrolled: later },
    { brokerId: never, verdict: 'never', enrolled: null },
  ]
  expect(await written()).toEqual(decisions)
  // an unchanged decision is not written again
  await startCalls(world.ctx, campaign)
  expect(await written()).toEqual(decisions)
})

describe('a start that enrols a thousand', () => {
  const queued = async () => {
    const { rows } = await sql<{ name: string }>`
      select task_identifier as name from graphile_worker.jobs where task_identifier = ${measureEnrolmentsJob.name}`.execute(
      world.db,
    )
    return rows.length
  }

  test('has the database count them, once', async () => {
    await world.brokers(1000)
    await startCalls(world.ctx, await world.campaign())
    expect(await queued()).toBe(1)
    await startCalls(world.ctx, await world.campaign())
    expect(await queued()).toBe(1)

    await jobs.find(({ name }) => name === measureEnrolmentsJob.name)?.run(world.ctx, {})
    const { rows } =
      await sql`select reltuples::int as known from pg_class where oid = 'enrolments'::regclass`.execute(
        world.db,
      )
    expect(rows).toEqual([{ known: 2000 }])
  })

  test('and one of fewer does not', async () => {
    await world.brokers(999)
    await startCalls(world.ctx, await world.campaign())
    expect(await queued()).toBe(0)
  })
})
