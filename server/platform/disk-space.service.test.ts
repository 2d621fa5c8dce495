import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { importRun } from '#server/modules/brokers/imports/run-import.ts'
import { writeSigns } from '#server/modules/system/liveness/worker-signs.store.ts'
import { storeFile } from '#server/modules/vault/vault-files.ts'
import { resumeRuns, startRun } from '#server/platform/runs/runs.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { applicationForm, pdf } from '#test/worlds/application-forms.ts'
import { type BrokerClient, brokerClient } from '#test/worlds/broker-client.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { runImport } from '#test/worlds/run-import.ts'
import { uploadForm } from '#test/worlds/upload-form.ts'
import { pieces } from '#test/worlds/vault-files.ts'
import { NO_SPACE } from './disk-space.ts'

const MB = 1024 * 1024

let app: TestApp
let staff: Client
let broker: BrokerClient
let freeMb = 5_000

beforeAll(async () => {
  const freeBytes = async () => freeMb * MB
  app = await createTestApp({ freeBytes, env: { DISK_RESERVE_MB: '400' } })
  // the tests' server has no workers, whose absence would be reported as well
  await writeSigns(app.ctx(), randomUUID(), [{ name: 'dispatcher', silentMs: 0 }])
  staff = await staffClient(app, 'admin')
  broker = await brokerClient(app)
})
afterAll(() => app.close())
beforeEach(() => {
  freeMb = 5_000
})

const importFile = () =>
  staff.send('POST', '/api/brokers/imports', undefined, uploadForm('Name,Phone\nWei Li,(02) 5550 1234'))
const upload = () =>
  broker.send(
    'POST',
    '/api/broker/documents/upload',
    undefined,
    applicationForm({ documentTypeId: '2' }, [{ name: 'document', bytes: pdf(), filename: 'pi.pdf' }]),
  )
const addBroker = (phone: string, email: string) =>
  staff.send('POST', '/api/brokers', { name: 'Wei Li', email, phone, callBasis: 'relationship' })
const readiness = async (by = app) => {
  const answer = await by.server.inject('/readyz')
  return [answer.statusCode, answer.json().status, answer.json().disk]
}
const diskService = async () =>
  (await staff.get('/api/system')).json().services.find(({ name }: { name: string }) => name === 'Disk')
const refused = { code: 'no_space', message: NO_SPACE }

// Covers: running-25
it('a disk that is nearly full refuses uploads and imports, says so, writes all else, and takes them again by itself', async () => {
  expect(await readiness()).toEqual([200, 'ok', 'ok'])
  expect(await diskService()).toEqual({
    name: 'Disk',
    status: 'ok',
    detail: '5,000 MB free for the database, 5,000 MB free for the files.',
  })
  const preview = (await importFile()).json()
  freeMb = 399
  for (const answer of [
    await importFile(),
    await upload(),
    await staff.send('POST', `/api/brokers/imports/${preview.id}/commit`),
  ]) {
    expect([answer.statusCode, answer.json()]).toMatchObject([507, refused])
    expect(answer.headers['retry-after']).toBe('60')
  }
  // a file from another source than an upload, such as a call's recording
  const recording = { filename: 'a.pdf', limit: 9_000_000, allowedTypes: ['application/pdf'] }
  await expect(storeFile(app.ctx(), { ...recording, stream: pieces(pdf()) })).rejects.toThrow(NO_SPACE)
  expect((await addBroker('0491 570 156', 'one@example.com')).statusCode).toBe(201)
  expect(await readiness()).toEqual([200, 'degraded', 'low'])
  expect(await diskService()).toMatchObject({
    status: 'failed',
    detail:
      '399 MB free for the database, 399 MB free for the files. There should be 400 MB. Uploads and imports are refused until there is room.',
  })
  const { body } = await app.server.inject('/metrics')
  expect(body).toContain(`disk_free_bytes{folder="files"} ${399 * MB}`)
  expect(body).toContain('disk_level 1')
  freeMb = 400
  expect(await readiness()).toEqual([200, 'ok', 'ok'])
  expect((await upload()).statusCode).toBe(201)
  expect((await staff.send('POST', `/api/brokers/imports/${preview.id}/commit`)).statusCode).toBe(200)
})

// Covers: running-26
it('a disk that is full lets no calls begin, neither a campaign’s nor a test call', async () => {
  const { db } = app.connection
  const words = { product: 'Home loan', callScript: 'Hello', rateType: 'p.a.' }
  const { id } = await db
    .insertInto('campaigns')
    .values({ name: 'Test', ...words })
    .returning('id')
    .executeTakeFirstOrThrow()
  const version = await db
    .insertInto('campaignVersions')
    .values({ campaignId: id, number: 1, aiPersonality: 'professional', ...words })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('campaigns').set({ versionId: version.id }).execute()
  freeMb = 99
  expect(await readiness()).toEqual([200, 'degraded', 'full'])
  expect((await diskService()).detail).toContain('no calls are started until there is room.')
  const test = { phoneNumber: '0491 570 156', campaignId: id }
  for (const answer of [
    await staff.send('POST', `/api/campaigns/${id}/start-calls`),
    await staff.send('POST', '/api/calls/test', test),
  ])
    expect([answer.statusCode, answer.json()]).toMatchObject([507, refused])
  expect(await db.selectFrom('calls').select('id').execute()).toEqual([])
  expect(await db.selectFrom('enrolments').select('id').execute()).toEqual([])
})

// Covers: running-28
it('a write that PostgreSQL has no room for is answered 507; an import that meets it waits and goes on', async () => {
  const { db } = app.connection
  const preview = (await importFile()).json()
  await asOwner(
    app.databaseUrl,
    `create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`,
    'create trigger no_room before insert or update on brokers execute function no_room()',
  )
  const small = await createTestApp({ databaseUrl: app.databaseUrl })
  try {
    const run = await app
      .ctx()
      .tx((tx) => startRun(tx, importRun, { key: null, input: { importId: preview.id }, total: 1 }))
    await db
      .updateTable('brokerImports')
      .set({ runId: run?.id ?? null })
      .where('id', '=', preview.id)
      .execute()
    expect(await readiness(small)).toEqual([200, 'ok', 'ok'])
    await expect(runImport(small.ctx(), preview.id)).rejects.toMatchObject({ code: '53100' })
    // one refusal is enough: large writes are not retried immediately
    expect(await readiness(small)).toEqual([200, 'degraded', 'full'])
    const answer = await addBroker('0491 570 157', 'two@example.com')
    expect([answer.statusCode, answer.json()]).toMatchObject([507, refused])
  } finally {
    await small.close()
  }
  await asOwner(app.databaseUrl, 'drop trigger no_room on brokers')
  const again = await createTestApp({ databaseUrl: app.databaseUrl })
  await resumeRuns(again.ctx(), 0)
  await runImport(again.ctx(), preview.id)
  await again.close()
  const done = (await staff.get(`/api/brokers/imports/${preview.id}`)).json()
  expect([done.status, done.error ?? null]).toEqual(['imported', null])
})
