import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'

let app: TestApp
let compliance: Client
beforeAll(async () => {
  app = await createTestApp()
  await app.connection.db
    .insertInto('brokers')
    .values(['Ann Ng', 'Ben Ode', 'Cy Wu'].map((name) => ({ name })))
    .execute()
  compliance = await staffClient(app, 'compliance')
})
afterAll(() => app?.close())

// Covers: scoring-9
it('imports sample data like any file: listed, and undone with every loan', async () => {
  const count = async () =>
    Number(
      (
        await app.connection.db
          .selectFrom('loans')
          .select(({ fn }) => fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )
  const before = await count()
  const { loans, importId } = (await compliance.send('POST', '/api/scoring/load-sample-data')).json()
  const [listed] = (await compliance.get('/api/scoring/imports')).json()
  expect(listed).toMatchObject({
    id: importId,
    status: 'imported',
    counts: { accepted: loans, rejected: 0 },
  })
  expect(await count()).toBe(before + loans)
  expect((await compliance.send('POST', `/api/scoring/imports/${importId}/undo`)).statusCode).toBe(200)
  expect(await count()).toBe(before)
})

// Covers: scoring-9
it('refuses sample data where the demo is off', async () => {
  const live = await createTestApp({ env: { DEMO: 'off', RATE_LIMITS: 'on' } })
  try {
    const answer = await (await staffClient(live, 'admin')).send('POST', '/api/scoring/load-sample-data')
    expect([answer.statusCode, answer.json().message]).toEqual([422, expect.stringContaining('demo')])
  } finally {
    await live.close()
  }
})
