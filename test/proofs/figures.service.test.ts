import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkFigures } from '#server/modules/figures/check-figures.ts'
import { currentFigures } from '#server/modules/figures/figures.views.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { derivedDifferences } from '#test/worlds/derived-rows.ts'
import { countAllFigures, dueDays, figureDifferences } from '#test/worlds/figures-oracle.ts'
import { setSydneyToday } from '#test/worlds/figures-world.ts'
import { randomCommands } from './random-commands.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-24T01:00:00Z') })
  await asOwner(app.databaseUrl, setSydneyToday('2026-11-24'))
  await countAllFigures(app)
})
afterAll(() => app?.close())

// Covers: analytics-figures-16
it('figures equal a count of the rows after random commands (seeded part of the long proof)', async () => {
  const random = await randomCommands(app, 20_261_124)
  for (let look = 0; look < 4; look++) {
    await random.run(120)
    expect(await figureDifferences(app.connection)).toEqual([])
    expect(await derivedDifferences(app.connection.db)).toEqual([])
  }
  const figures = await currentFigures(app.ctx())
  const { rows } = await sql<{ calls: number; stored: number }>`
    select sum(calls) as calls, (select count(distinct day) from figures) as stored from ${figures('day', ['calls'])} f`.execute(
    app.connection.db,
  )
  expect(rows[0]?.calls).toBeGreaterThan(40)
  expect(rows[0]?.stored).toBeGreaterThanOrEqual(5)
  expect(random.done.size).toBeGreaterThan(10)
}, 300_000)

// Covers: analytics-figures-17
it('the nightly check finds stored figures that differ and counts them again, also during other work', async () => {
  await countAllFigures(app)
  const { db } = app.connection
  await sql`update figures set counts = counts || '{"calls": 70}' where dimension = 'day' and day = '2026-11-20'`.execute(
    db,
  )
  await sql`delete from figures where dimension = 'region' and day = '2026-11-21'`.execute(db)
  expect(await figureDifferences(app.connection)).not.toEqual([])
  const random = await randomCommands(app, 7)
  const [count] = await Promise.all([checkFigures(app.ctx()), random.run(30)])
  expect(count).toBeGreaterThanOrEqual(1)
  await countAllFigures(app)
  expect(await figureDifferences(app.connection)).toEqual([])
  expect(await dueDays(app.connection)).toEqual([])
  expect(await checkFigures(app.ctx())).toBe(0)
}, 300_000)
