import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SLOT_TAKEN } from '#contract/bookings/bookings.ts'
import { againWhenInTheWay } from '#server/platform/db/attempt.ts'
import { createTestApp, type TestApp, until } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { addBdm, post, SUNDAY, someone, TUESDAY_NINE } from '#test/worlds/bookings-world.ts'
import { lockStart } from './book.ts'

/** Two processes that share one database. */
const apps: TestApp[] = []
const urls: string[] = []
beforeAll(async () => {
  const now = () => SUNDAY
  const first = await createTestApp({ now })
  apps.push(first, await createTestApp({ now, databaseUrl: first.databaseUrl }))
  for (const app of apps) {
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.server.address() as AddressInfo // it listens on TCP
    urls.push(`http://127.0.0.1:${port}/api/bookings`)
    await app.startWorkers()
  }
})
afterAll(async () => {
  for (const app of apps.toReversed()) await app.close()
})

const app = (): TestApp => {
  const [first] = apps
  if (!first) throw new Error('no app')
  return first
}

beforeEach(async () => {
  // the workers keep running
  await againWhenInTheWay(() =>
    asOwner(app().databaseUrl, 'truncate bookings, bdms, messages, calls, figures, due_days cascade'),
  )
})

async function send(index: number, body: object): Promise<{ status: number; message: string }> {
  const answer = await fetch(urls[index % urls.length] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { message = '' } = (await answer.json()) as { message?: string }
  return { status: answer.status, message }
}

const statuses = (answers: { status: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const rows = () =>
  app()
    .connection.db.selectFrom('bookings')
    .select(['id', 'bdmId', 'callId', 'source', sql<Date>`lower(during)`.as('start')])
    .where('status', 'not in', ['cancelled', 'unconfirmed'])
    .execute()

/** Expects no overlapping meetings of a BDM. */
async function expectNoDouble(): Promise<void> {
  const { rows: double } = await sql`select from bookings a join bookings b
    on a.id < b.id and a.bdm_id = b.bdm_id and a.during && b.during
    where a.status <> 'cancelled' and b.status <> 'cancelled'`.execute(app().connection.db)
  expect(double).toEqual([])
}

/** An unconfirmed booking, past its deadline and not yet cancelled by the job, holds the time of every BDM. */
async function holdUnconfirmed(): Promise<void> {
  await sql`insert into bookings (bdm_id, during, status, confirm_by, meeting_type, attendees, name, source, uid)
    select id, tstzrange(${TUESDAY_NINE}::timestamptz, ${TUESDAY_NINE}::timestamptz + interval '1 hour'),
      'unconfirmed', ${SUNDAY}, 'general-inquiry', 1, 'Late', 'web', gen_random_uuid()
    from bdms`.execute(app().connection.db)
}

describe('bookings at once for one slot', () => {
  // Covers: bookings-6
  it.each([
    [200, 1, 1, 'another visitor each', () => someone()],
    [200, 5, 5, 'another visitor each', () => someone()],
    [60, 5, 1, 'the same visitor', () => someone({ email: 'same@example.com' })],
  ] as const)('%i for %i BDMs give exactly %i, beside other load: %s', async (sent, bdms, winners, _who, body) => {
    for (let count = 0; count < bdms; count++) await addBdm(app())
    await holdUnconfirmed()
    const ahead = ['10', '11', '14'].map((hour) => `2026-11-24T${hour}:00:00+11:00`)
    const others = ahead.map((scheduledDate, index) => send(index, someone({ scheduledDate })))
    const reads = Array.from({ length: 20 }, (_, index) =>
      fetch(`${urls[index % 2]}/availability?from=2026-11-24&to=2026-11-24`),
    )
    const answers = await Promise.all(Array.from({ length: sent }, (_, index) => send(index, body())))
    expect(statuses(answers)).toEqual({ 201: winners, 409: sent - winners })
    expect(statuses(await Promise.all(others))).toEqual({ 201: 3 })
    expect(statuses(await Promise.all(reads))).toEqual({ 200: 20 })
    const there = (await rows()).filter(({ start }) => start.getTime() === Date.parse(TUESDAY_NINE))
    expect(there).toHaveLength(winners)
    await expectNoDouble()
    const confirmed = await app()
      .connection.db.selectFrom('messages')
      .select('id')
      .where('template', '=', 'booking_confirmed')
      .execute()
    expect(confirmed).toHaveLength(winners + 3)
  })

  it('tells the losers so, and the next of them gets the slot that was given up', async () => {
    await addBdm(app())
    const answers = await Promise.all([0, 1, 2, 3].map((index) => send(index, someone())))
    const losers = answers.filter(({ status }) => status === 409)
    expect(losers.map(({ message }) => message)).toEqual([SLOT_TAKEN, SLOT_TAKEN, SLOT_TAKEN])
    await app().connection.db.updateTable('bookings').set({ status: 'cancelled' }).execute()
    expect((await post(app(), someone())).statusCode).toBe(201)
  })
})

describe('calls that book beside them', () => {
  async function makeCalls(count: number): Promise<number[]> {
    const values = Array.from({ length: count }, (_, index) => ({
      provider: 'simulator',
      simulated: true,
      simulatedAt: SUNDAY,
      toNumber: `+6125550${String(index).padStart(4, '0')}`,
    }))
    const made = await app().connection.db.insertInto('calls').values(values).returning('id').execute()
    return made.map(({ id }) => id)
  }

  // Covers: bookings-6
  it('get one meeting each, the named one where it is free, and no BDM gets two at a time', async () => {
    for (let count = 0; count < 3; count++) await addBdm(app())
    const calls = await makeCalls(48)
    const batches = Array.from({ length: 8 }, (_, index) => calls.slice(index * 6, index * 6 + 6))
    const ten = new Date('2026-11-24T10:00:00+11:00').toISOString()
    const work = batches.map((batch, index) =>
      // as a provider's events are applied: many calls in one transaction, here in opposite orders
      (apps[index % 2] ?? app()).ctx().tx(async (tx) => {
        for (const [at, callId] of (index % 2 ? batch : batch.toReversed()).entries()) {
          const slot = at % 2 ? ten : new Date(TUESDAY_NINE).toISOString()
          await tx.emit('calls.optionsChosen', {
            choices: [{ callId, option: 'option_2', source: 'voice', slot }],
          })
        }
      }),
    )
    const visits = Array.from({ length: 60 }, (_, index) => send(index, someone()))
    const answers = await Promise.all(visits)
    await Promise.all(work)
    const found = await rows()
    expect(new Set(found.flatMap(({ callId }) => callId ?? []))).toEqual(new Set(calls))
    expect(found.filter(({ callId }) => callId !== null)).toHaveLength(48)
    expect(found.filter(({ source }) => source === 'web')).toHaveLength(statuses(answers)[201] ?? 0)
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    // three BDMs: every free place was used
    expect(found.filter(({ start }) => start.getTime() === Date.parse(TUESDAY_NINE))).toHaveLength(3)
    await expectNoDouble()
  })

  it('book once, however often their event comes, in however many processes', async () => {
    await addBdm(app())
    const [callId = 0] = await makeCalls(1)
    const event = { callId, option: 'option_2', source: 'key', slot: TUESDAY_NINE } as const
    await Promise.all(
      [0, 1, 0, 1].map((index) =>
        apps[index]?.ctx().tx((tx) => tx.emit('calls.optionsChosen', { choices: [event] })),
      ),
    )
    expect(await rows()).toMatchObject([{ callId, source: 'call' }])
  })
})

describe('meetings that swap their times at once', () => {
  // Covers: bookings-6
  it('end somewhere, each at one time, and nobody waits for ever', async () => {
    await addBdm(app())
    const { reschedule } = await import('./reschedule.ts')
    const nine = new Date(TUESDAY_NINE)
    const ten = new Date('2026-11-24T10:00:00+11:00')
    const ids: number[] = []
    for (const start of [nine, ten]) {
      ids.push((await post(app(), someone({ scheduledDate: start.toISOString() }))).json().id)
    }
    const moves = await Promise.allSettled([
      reschedule(apps[0]?.ctx() ?? app().ctx(), ids[0] ?? 0, ten),
      reschedule(apps[1]?.ctx() ?? app().ctx(), ids[1] ?? 0, nine),
    ])
    for (const move of moves) if (move.status === 'rejected') expect(move.reason.message).toBe(SLOT_TAKEN)
    expect(await rows()).toHaveLength(2)
    await expectNoDouble()
  })

  it('and many that move to one slot: one gets it', async () => {
    await addBdm(app())
    const { reschedule } = await import('./reschedule.ts')
    const ids: number[] = []
    for (const hour of ['09', '10', '11', '14', '16']) {
      const visit = someone({ scheduledDate: `2026-11-24T${hour}:00:00+11:00` })
      ids.push((await post(app(), visit)).json().id)
    }
    const target = new Date('2026-11-25T09:00:00+11:00')
    const moves = await Promise.allSettled([
      ...ids.map((id, index) => reschedule((apps[index % 2] ?? app()).ctx(), id, target)),
      ...[0, 1, 2].map((index) => send(index, someone({ scheduledDate: target.toISOString() }))),
    ])
    expect(moves.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(3)
    const there = (await rows()).filter(({ start }) => start.getTime() === target.getTime())
    expect(there).toHaveLength(1)
    await expectNoDouble()
  })
})

it('one who books a time while another meeting of theirs moves to it has one meeting there', async () => {
  for (let count = 0; count < 3; count++) await addBdm(app())
  const { reschedule } = await import('./reschedule.ts')
  const me = { email: 'me@example.com', phone: '0491 570 159' }
  const moved = await post(app(), someone({ ...me, scheduledDate: '2026-11-24T10:00:00+11:00' }))
  const waiting = async (): Promise<number> => {
    const { rows: waits } = await sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(
      app().connection.db,
    )
    return waits.length
  }
  let both: Promise<unknown> = Promise.resolve()
  // both requests block on advisory locks until this transaction ends, so that they compete for the time afterwards
  await app()
    .ctx()
    .tx(async (tx) => {
      await lockStart(tx, new Date(TUESDAY_NINE))
      both = Promise.allSettled([
        send(0, someone(me)),
        reschedule(apps[1]?.ctx() ?? app().ctx(), moved.json().id, new Date(TUESDAY_NINE)),
      ])
      await until('both wait', async () => (await waiting()) === 2)
    })
  await both
  const there = (await rows()).filter(({ start }) => start.getTime() === Date.parse(TUESDAY_NINE))
  expect(there).toHaveLength(1)
})
