import { sql } from 'kysely'
import { expect } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { addBdm } from './bookings-world.ts'
import { countAllFigures, figureDifferences } from './figures-oracle.ts'
import { addMixedPast, setSydneyToday } from './figures-world.ts'

/** Tuesday 24 November, 1 pm in Sydney. */
export const FIGURES_NOW = new Date('2026-11-24T02:00:00Z')
export const FIGURES_TODAY = '2026-11-24'

/** An application with 600 rows of each kind over the 40 days from 15 October to yesterday. */
export async function createFiguresApp(): Promise<{ app: TestApp; campaignId: number }> {
  const app = await createTestApp({ now: () => FIGURES_NOW })
  await asOwner(app.databaseUrl, setSydneyToday(FIGURES_TODAY))
  const { db } = app.connection
  const brokers = await sql<{ id: number }>`insert into brokers (name, region, timezone)
    select 'Mixed ' || n, (array['NSW', 'WA', null])[1 + n % 3], 'Australia/Sydney' from generate_series(1, 7) n
    returning id`.execute(db)
  const spring = { name: 'Spring', product: 'Flex', callScript: 'Hello' }
  const { id } = await db.insertInto('campaigns').values(spring).returning('id').executeTakeFirstOrThrow()
  const version = { campaignId: id, number: 1, product: 'Flex', rateType: 'p.a.', callScript: 'Hello' }
  const { id: versionId } = await db
    .insertInto('campaignVersions')
    .values({ ...version, aiPersonality: 'friendly' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addMixedPast(db, {
    ...{
      campaigns: [{ id, versionId }],
      brokers: brokers.rows,
      bdmId: await addBdm(app, { name: 'Dana Cole' }),
    },
    ...{ from: '2026-10-14T13:00:00Z', days: 40 },
  })
  return { app, campaignId: id }
}

/** Its first date again, without calls outside the 40 days, and all of those days counted. */
export async function resetFigures(app: TestApp): Promise<void> {
  await asOwner(app.databaseUrl, setSydneyToday(FIGURES_TODAY))
  await sql`delete from calls where created_at >= '2026-11-23T13:00:00Z' or created_at < '2026-10-14T13:00:00Z'`.execute(
    app.connection.db,
  )
  await countAllFigures(app)
  expect(await figureDifferences(app.connection)).toEqual([])
}
