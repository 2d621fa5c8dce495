import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { randomCommands } from './random-commands.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-24T01:00:00Z') })
})
afterAll(() => app?.close())

it('figures stay what a recount gives, whatever happens (seeded part of the long proof)', async () => {
  const random = await randomCommands(app, 20_261_124)
  for (let look = 0; look < 4; look++) {
    await random.run(120)
    const { rows } = await sql`select * from figure_differences()`.execute(app.connection.db)
    expect(rows).toEqual([])
  }
  const { rows } = await sql<{
    calls: number
  }>`select sum(calls) as calls from current_figures where dimension = 'day'`.execute(app.connection.db)
  expect(rows[0]?.calls).toBeGreaterThan(40)
  expect(random.done.size).toBeGreaterThan(10)
}, 300_000)

it('what drifted is found, and put right while others go on counting', async () => {
  const { checkFigures } = await import('#server/modules/analytics/check-figures.ts')
  const { db } = app.connection
  await sql`update figures set calls = calls + 7 where dimension = 'day' and calls > 0`.execute(db)
  await sql`delete from figures where dimension = 'region'`.execute(db)
  const { rows } = await sql`select * from figure_differences()`.execute(db)
  expect(rows.length).toBeGreaterThan(1)
  const random = await randomCommands(app, 7)
  const [mended] = await Promise.all([checkFigures(app.ctx()), random.run(30)])
  expect(mended).toBeGreaterThan(1)
  expect((await sql`select * from figure_differences()`.execute(db)).rows).toEqual([])
  expect(await checkFigures(app.ctx())).toBe(0)
}, 300_000)
