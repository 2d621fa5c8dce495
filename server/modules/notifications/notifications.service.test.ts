import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { Notification } from '#contract/messages/notifications.ts'
import type { Client } from '#test/worlds/client.ts'
import { tasksWorld } from '#test/worlds/tasks-world.ts'

const world = tasksWorld()
beforeEach(async () => {
  for (const table of ['notification_reads', 'notification_marks', 'job_runs', 'activities', 'runs'])
    await sql`delete from ${sql.table(table)}`.execute(world.app.connection.db)
})

const inbox = async (client: Client): Promise<{ unread: number; items: Notification[] }> =>
  (await client.get('/api/notifications')).json()
const keysOf = async (client: Client) => (await inbox(client)).items.map(({ key }) => key)
const meOf = async (client: Client): Promise<number> => (await client.get('/api/auth/user')).json().id
const read = (client: Client, body: object) => client.send('POST', '/api/notifications/read', body)

// Covers: notifications-1
it('lists open tasks that the person may work on, theirs and unassigned ones', async () => {
  await world.askForPerson()
  const { id } = await world.only()
  expect(await inbox(world.lender)).toMatchObject({
    unread: 1,
    items: [{ key: `task:${id}`, kind: 'need', title: 'Call back: Petra Secretname', read: false }],
  })
  // call backs are not theirs to do
  expect(await keysOf(world.compliance)).toEqual([])
  expect(await keysOf(world.viewer)).toEqual([])
  await world.work(id, { action: 'snooze', until: new Date(world.now.getTime() + 3_600_000).toISOString() })
  expect(await keysOf(world.lender)).toEqual([])
})

// Covers: notifications-1
it('lists notes of colleagues that name the person, and no note of their own', async () => {
  const { db } = world.app.connection
  await sql`update users set name = 'Mia Hart' where id = ${await meOf(world.compliance)}`.execute(db)
  await sql`update users set name = 'Miabella Rossi' where id = ${await meOf(world.viewer)}`.execute(db)
  const note = (client: Client, text: string) =>
    client.send('POST', `/api/brokers/${world.brokerId}/notes`, { note: text })
  await note(world.lender, '@mia, can you check the licence?')
  await note(world.lender, 'mia@example.com is the address')
  await note(world.compliance, 'Checked, @Mia')
  expect((await inbox(world.compliance)).items).toMatchObject([
    { kind: 'mention', title: 'You were mentioned: Petra Secretname', path: `/brokers/${world.brokerId}` },
  ])
  expect(await keysOf(world.viewer)).toEqual([])
  expect(await keysOf(world.lender)).toEqual([])
})

// Covers: notifications-1
it('lists failures to people who can act on them, and finished work to the person who started it', async () => {
  const { db } = world.app.connection
  const lender = await meOf(world.lender)
  await sql`insert into job_runs (job_id, task, scheduled, attempt, result, error, started_at, ended_at)
    values (1, 'bookings.remind', true, 25, 'gave_up', 'connection lost', now(), now())`.execute(db)
  await sql`insert into runs (kind, state, done, total, started_by, finished_at)
    values ('scoring.calculate', 'done', 9, 9, ${lender}, now()),
      ('scoring.calculate', 'failed', 1, 9, ${lender}, now() - interval '1 hour'),
      ('scoring.calculate', 'done', 9, 9, ${lender}, now() - interval '40 days')`.execute(db)
  expect((await inbox(world.lender)).items.map(({ kind, title }) => [kind, title])).toEqual([
    ['finished', 'Calculate scores: finished'],
    ['failure', 'Calculate scores: stopped with an error'],
  ])
  // a failed job concerns admins
  expect(await keysOf(world.compliance)).toEqual([])
})

// Covers: notifications-2
it('keeps for each person which of them are read, one or all', async () => {
  const { db } = world.app.connection
  const lender = await meOf(world.lender)
  await world.askForPerson()
  await sql`insert into runs (kind, state, done, total, started_by, finished_at)
    values ('scoring.calculate', 'done', 9, 9, ${lender}, clock_timestamp())`.execute(db)
  const [first = '', second = ''] = await keysOf(world.lender)
  expect((await read(world.lender, { items: [first, first] })).statusCode).toBe(200)
  const some = await inbox(world.lender)
  expect([some.unread, some.items.map((item) => item.read)]).toEqual([1, [true, false]])
  expect((await read(world.lender, { items: [second] })).statusCode).toBe(200)
  expect((await inbox(world.lender)).unread).toBe(0)
  expect((await read(world.lender, { items: ['nonsense'] })).statusCode).toBe(400)

  world.now = new Date(Date.now() + 1000)
  await read(world.lender, {})
  const { rows } = await sql<{
    reads: number
  }>`select count(*)::int as reads from notification_reads`.execute(db)
  expect(rows).toEqual([{ reads: 0 }])
  expect((await inbox(world.lender)).unread).toBe(0)
  await sql`insert into runs (kind, state, done, total, started_by, finished_at)
    values ('scoring.calculate', 'done', 9, 9, ${lender}, now() + interval '10 seconds')`.execute(db)
  expect((await inbox(world.lender)).unread).toBe(1)
})
