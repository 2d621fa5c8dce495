import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestApp, until } from '#test/test-app.ts'
import { staffClient } from '#test/worlds/client.ts'
import { uploadForm } from '#test/worlds/upload-form.ts'

const app = await createTestApp()
afterAll(() => app.close())

// Covers: import-6
test('the workers import in the background, and go on with what a killed process left', async () => {
  const lender = await staffClient(app, 'lender')
  const form = (count: number) =>
    uploadForm(
      ['Name,Phone', ...Array.from({ length: count }, (_, n) => `P ${n},02 5550 ${1000 + n}`)].join('\n'),
    )
  const left = (await lender.send('POST', '/api/brokers/imports', undefined, form(5))).json()
  await lender.send('POST', `/api/brokers/imports/${left.id}/commit`)
  // the state after a process was killed: running, without a job
  await sql`delete from graphile_worker._private_jobs`.execute(app.connection.db)
  await app.startWorkers()
  const status = async (id: number) => (await lender.get(`/api/brokers/imports/${id}`)).json().status
  await until('the import that was left', async () => (await status(left.id)) === 'imported')
  const own = (await lender.send('POST', '/api/brokers/imports', undefined, form(20))).json()
  await lender.send('POST', `/api/brokers/imports/${own.id}/commit`)
  await until('the import', async () => (await status(own.id)) === 'imported')
  await lender.send('POST', `/api/brokers/imports/${own.id}/undo`)
  await until('the undo', async () => (await status(own.id)) === 'undone')
  expect((await lender.get('/api/brokers/summary')).json().total).toBe(5)
})
