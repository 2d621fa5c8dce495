// The installation that random commands change, and random picks from it.
import { type Kysely, sql } from 'kysely'
import type { Random } from '#server/platform/random.ts'
import type { DB } from '#server/schema.gen.ts'
import type { TestApp } from '#test/test-app.ts'
import type { Client } from '#test/worlds/client.ts'

export interface World {
  app: TestApp
  admin: Client
  db: Kysely<DB>
  random: Random
  next: number
}
export type Command = (world: World) => Promise<unknown>

export const anyOf = async (
  { db, random }: World,
  table: 'brokers' | 'campaigns' | 'calls' | 'bookings',
): Promise<number | null> => {
  const { rows } = await sql<{
    ids: number[] | null
  }>`select array_agg(id order by id) as ids from ${sql.table(table)}`.execute(db)
  const ids = rows[0]?.ids ?? []
  return ids.length > 0 ? random.pick(ids) : null
}

/** Today or one of the five days before, up to the clock of the installation. */
export function someTime({ app, random }: World): Date {
  return new Date(app.ctx().now().getTime() - random.below(6 * 24 * 3_600_000))
}
