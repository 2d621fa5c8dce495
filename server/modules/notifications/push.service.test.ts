import { createECDH, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createWebPush, generatePushKey } from '#server/providers/web-push.ts'
import { type PushDouble, startPushDouble } from '#test/doubles/push-double.ts'
import { tasksWorld } from '#test/worlds/tasks-world.ts'
import { announceTasks } from './announce.job.ts'

const world = tasksWorld()
let service: PushDouble
beforeAll(async () => {
  service = await startPushDouble()
})
afterAll(() => service?.close())
beforeEach(async () => {
  service.received.length = 0
  service.status = 201
  await sql`delete from push_subscriptions`.execute(world.app.connection.db)
})

const device = createECDH('prime256v1')
device.generateKeys()
const keys = {
  p256dh: device.getPublicKey().toString('base64url'),
  auth: randomBytes(16).toString('base64url'),
}
const start = (path = '/device', client = world.lender) =>
  client.send('POST', '/api/notifications/push', { endpoint: service.url + path, keys })
const devices = async () =>
  (
    await sql<{
      id: number
      failures: number
    }>`select id, failures from push_subscriptions order by id`.execute(world.app.connection.db)
  ).rows
/** Does the jobs that the listeners have enqueued. */
async function announce(): Promise<number> {
  const { db } = world.app.connection
  const { rows } = await sql<{ payload: { subscriptionId: number } }>`
    select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'notifications.push'`.execute(
    db,
  )
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  for (const { payload } of rows) await announceTasks(world.app.ctx(), payload.subscriptionId)
  return rows.length
}

// Covers: notifications-3
it('is off at first; on a device that was switched on, a task that needs a person is announced once', async () => {
  await world.askForPerson()
  expect(await announce()).toBe(0)
  expect((await start()).statusCode).toBe(200)
  expect((await world.lender.get('/api/notifications/push')).json().devices).toHaveLength(1)
  expect((await world.compliance.get('/api/notifications/push')).json().devices).toHaveLength(0)
  // what was open before is not announced
  await world.askForPerson()
  expect(await announce()).toBe(0)
  await sql`delete from tasks`.execute(world.app.connection.db)
  await world.askForPerson()
  expect(await announce()).toBe(1)
  expect(service.received).toHaveLength(1)
  const [sent] = service.received
  expect(sent?.headers.authorization).toMatch(/^vapid t=.+, k=.+/)
  expect(sent?.headers['content-encoding']).toBe('aes128gcm')
  const message = service.decrypt(device, keys.auth, sent?.body)
  expect(message).toMatchObject({ title: 'Call back', body: 'A task needs a person.' })
  expect(JSON.stringify(message)).not.toMatch(/Petra|0491|\+61/)
  // asked again while it is open
  await world.askForPerson()
  expect(await announce()).toBe(0)
})

// Covers: notifications-3
it('is removed where the push service says that it has ended, and kept after a failure', async () => {
  await start('/ended')
  service.status = 503
  await world.askForPerson()
  await announce()
  expect(await devices()).toMatchObject([{ failures: 1 }])
  service.status = 410
  await sql`delete from tasks`.execute(world.app.connection.db)
  await world.askForPerson()
  await announce()
  expect(await devices()).toEqual([])
})

// Covers: notifications-3
it('is switched off for a device by its person only, and is not sent to people without access to the task', async () => {
  await start('/one')
  await start('/two', world.compliance)
  await world.askForPerson()
  expect(await announce()).toBe(1)
  const end = (path: string, client = world.lender) =>
    client.send('POST', '/api/notifications/push/end', { endpoint: service.url + path })
  await end('/two')
  expect(await devices()).toHaveLength(2)
  await end('/one')
  expect(await devices()).toHaveLength(1)
})

// Covers: notifications-3
it('is never sent to an address of the installation’s own network', async () => {
  const push = createWebPush({
    privateKey: generatePushKey(),
    publicUrl: 'https://brokerline.example',
    allowPrivate: false,
  })
  const message = { title: 'Call back', body: '', path: '/tasks', tag: 'tasks' }
  for (const endpoint of [service.url, service.url.replace('http:', 'https:'), 'https://10.0.0.1/device'])
    await expect(push.send({ endpoint, ...keys }, message), endpoint).rejects.toThrow()
  expect(service.received).toEqual([])
})
