import { sql } from 'kysely'
import { bdmFields } from '#contract/bookings/bdms.ts'
import type { App } from '#server/app.ts'
import type { Ctx } from '#server/ctx.ts'
import { createBdm } from '#server/modules/bookings/bdms.ts'
import { connectCalendar } from '#server/modules/calendars/connect.ts'
import { reconcile } from '#server/modules/calendars/reconcile-calendar.ts'
import type { Random } from '#server/platform/random.ts'
import { Died, type MortalCalendars } from './mortal-calendars.ts'
import type { ProofCalendar, ProofService } from './proof-calendar.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export interface ProofClock {
  ms: number
}

/** A BDM with their calendar. */
export interface Person {
  id: number
  calendar: ProofCalendar
}

/** An edit of a meeting's time, in order. */
export interface Edit {
  by: 'product' | 'person'
  /** null: cancelled, or its entry was deleted. */
  start: Date | null
  /** Both sides were equal before it. */
  inStep: boolean
}

export interface World {
  app: App
  clock: ProofClock
  random: Random
  service: ProofService
  adapter: MortalCalendars
  people: [Person, Person]
  staff: Ctx
  /** By booking. */
  edits: Map<number, Edit[]>
  figures: Figures
  /** An announcement was lost. */
  hasLost: boolean
}

export interface Figures {
  interleavings: number
  edits: Record<string, number>
  accidents: Record<string, number>
  announcements: Record<'delivered' | 'lost' | 'repeated', number>
  applied: number
  refused: number
  mails: number
  /** Of the test's clock, until both sides were equal after the last edit, where no announcement was lost. */
  longestSeconds: number
  /** Where one was lost. */
  longestSecondsAfterLoss: number
  faults: string[]
}

export const newFigures = (): Figures => ({
  ...{
    interleavings: 0,
    edits: {},
    accidents: {},
    applied: 0,
    refused: 0,
    mails: 0,
    longestSeconds: 0,
    longestSecondsAfterLoss: 0,
    faults: [],
  },
  announcements: { delivered: 0, lost: 0, repeated: 0 },
})

export function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

let people = 0
/** A BDM who takes meetings from 9 to 5, with a connected calendar. */
export async function addPerson(ctx: Ctx, calendar: ProofCalendar): Promise<Person> {
  people += 1
  const hours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '17:00' }))
  const id = await createBdm(
    ctx,
    bdmFields.parse({
      name: `Person ${people}`,
      email: `person${people}@lender.example.com`,
      hours,
      blocks: [],
    }),
  )
  await calendar.clear()
  await connectCalendar(ctx, id, calendar.connection)
  return { id, calendar }
}

/** Runs what waits in the queue, by two processes at a time. */
export async function runJobs(world: World, makeCtx: () => Ctx = () => world.app.ctx()): Promise<void> {
  const { rows } = await sql<{ id: string; bdmId: number }>`
    select j.id::text, (j.payload->>'bdmId')::int as bdm_id from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'calendars.reconcile'
      order by j.id`.execute(world.app.connection.db)
  if (rows.length === 0) return
  await sql`select graphile_worker.complete_jobs(${rows.map(({ id }) => id)}::bigint[])`.execute(
    world.app.connection.db,
  )
  for (const { bdmId } of rows) await reconcileAlive(world, makeCtx(), bdmId)
}

/** A reconciliation; the death of its process ends it, and sometimes a second process works on the same calendar. */
export async function reconcileAlive(world: World, ctx: Ctx, bdmId: number): Promise<void> {
  const runs = [reconcile(ctx, bdmId)]
  if (world.random.below(4) === 0) runs.push(reconcile(world.app.ctx(), bdmId))
  for (const result of await Promise.allSettled(runs)) {
    if (result.status === 'rejected' && !(result.reason instanceof Died)) throw result.reason
  }
}
