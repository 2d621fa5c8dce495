import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/schema.gen.ts'

export interface SimulatorClockOptions {
  db: Kysely<DB>
  /** Simulated seconds in one real second. */
  speed: number
  /** SIM_NOW: where the clock starts. */
  startsAt: Date | null
  /** The real time. */
  now(): Date
  /** The first instant at or after the given one that is within legal hours in the whole country; null: unknown. */
  nextLegal(at: Date): Date | null
}

/** The simulator's one clock: a row that all processes share. */
export interface SimulatorClock {
  read(inside?: Kysely<DB>): Promise<{ now: Date; speed: number }>
  /**
   * Sets the clock for a campaign that starts, unless a simulated call or enrolment is open. Never moves back, nor past a
   * planned call.
   */
  ensureStarted(db: Kysely<DB>): Promise<Date>
  /** The time that `ensureStarted` would set. */
  atStart(): Promise<Date>
  /** Has the clock run at this process's speed, going on from where it is. */
  prepare(): Promise<void>
  /** Makes the clock run where it does not yet: the first campaign or call starts it, not the first process. */
  run(db: Kysely<DB>): Promise<void>
}

/** The simulated time of the clock's row, to the millisecond as JavaScript has it. */
export const simulatedNow = sql<Date>`date_trunc('milliseconds',
  anchor_simulated + (clock_timestamp() - anchor_real) * speed)`

export function createSimulatorClock(options: SimulatorClockOptions): SimulatorClock {
  const { db } = options

  async function read(inside: Kysely<DB> = db): Promise<{ now: Date; speed: number }> {
    const row = await inside
      .selectFrom('simulatorClock')
      .select([simulatedNow.as('now'), 'speed'])
      .executeTakeFirst()
    return row ?? { now: startFrom(options, null), speed: options.speed }
  }

  async function run(tx: Kysely<DB>): Promise<void> {
    await sql`insert into simulator_clock (anchor_real, anchor_simulated, speed)
      values (clock_timestamp(), ${startFrom(options, null)}, ${options.speed}) on conflict do nothing`.execute(
      tx,
    )
  }

  return {
    read,
    async prepare() {
      await sql`update simulator_clock
        set anchor_simulated = ${simulatedNow}, anchor_real = clock_timestamp(), speed = ${options.speed}
        where speed <> ${options.speed}`.execute(db)
    },
    run,
    async atStart() {
      const { now } = await read()
      return (await isIdle(db, options)) ? beforeRequested(db, startFrom(options, now), now) : now
    },
    async ensureStarted(tx) {
      await run(tx)
      const { now } = await tx
        .selectFrom('simulatorClock')
        .select(simulatedNow.as('now'))
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (!(await isIdle(tx, options))) return now
      const start = await beforeRequested(tx, startFrom(options, now), now)
      if (start.getTime() <= now.getTime()) return now
      await sql`update simulator_clock set anchor_real = clock_timestamp(), anchor_simulated = ${start}`.execute(
        tx,
      )
      return start
    },
  }
}

/** A test double of a live provider also uses this clock where SIM_NOW is set. */
async function isIdle(db: Kysely<DB>, { startsAt }: SimulatorClockOptions): Promise<boolean> {
  const borrowed = startsAt !== null
  const { rows } = await sql<{ open: boolean }>`select
    exists (select from calls where (simulated or ${borrowed} and simulated_at is not null) and finished_at is null)
    or exists (select from enrolments where (simulated or ${borrowed}) and state <> 'done') as open`.execute(
    db,
  )
  return !rows[0]?.open
}

/** No later than the next call that a person asked for: the clock would skip it. */
async function beforeRequested(db: Kysely<DB>, start: Date, now: Date): Promise<Date> {
  const row = await db
    .selectFrom('requestedCalls')
    .select((eb) => eb.fn.min('dueAt').as('dueAt'))
    .where('state', '=', 'planned')
    .where('simulated', '=', true)
    .where('dueAt', '>', now)
    .executeTakeFirst()
  return row?.dueAt && row.dueAt < start ? row.dueAt : start
}

/** SIM_NOW where set, else the next moment from now on that is legal in the whole country; never before `current`. */
function startFrom(options: SimulatorClockOptions, current: Date | null): Date {
  const at = (date: Date) => Math.max(date.getTime(), current?.getTime() ?? 0)
  if (options.startsAt) return new Date(at(options.startsAt))
  const earliest = new Date(at(options.now()))
  return options.nextLegal(earliest) ?? earliest
}
