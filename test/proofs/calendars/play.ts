// Random interleavings of edits on both sides of connected calendars.

import type { App } from '#server/app.ts'
import type { Ctx } from '#server/ctx.ts'
import { tick } from '#server/modules/calendars/tick.job.ts'
import { seeded } from '#server/platform/random.ts'
import { differences, unexplained } from './checks.ts'
import { bookFirst, makeEdit } from './edits.ts'
import { type Accident, mortal, mortalCtx } from './mortal-calendars.ts'
import type { ProofService } from './proof-calendar.ts'
import { addPerson, count, type Figures, newFigures, type ProofClock, runJobs, type World } from './world.ts'

/** Sundays and weeks in which the clocks of Sydney change: 4 October 2026 and 4 April 2027. */
const STARTS = ['2026-11-22T20:00:00+11:00', '2026-09-28T10:07:00+10:00', '2027-03-29T10:07:00+11:00']
const MINUTE_MS = 60_000

export interface CalendarsProof {
  app: App
  staff: Ctx
  clock: ProofClock
  service: ProofService
  interleavings: number
  seed: number
}

/** The adapter of the service becomes mortal in the app's providers for the time of the proof. */
export async function proveCalendars({ interleavings, seed, ...parts }: CalendarsProof): Promise<Figures> {
  const { app, service } = parts
  const { calendars } = app.providers
  const adapter = mortal(service.adapter)
  app.providers.calendars = { ...calendars, [adapter.service]: adapter }
  const figures = newFigures()
  try {
    for (let index = 0; index < interleavings; index++) {
      const random = seeded(seed + index)
      const world = { ...parts, adapter, random, figures, edits: new Map(), hasLost: false }
      await playOne(world, `interleaving ${index} of seed ${seed}`)
      figures.interleavings += 1
      if (figures.faults.length > 20) break
    }
    return figures
  } finally {
    app.providers.calendars = calendars
  }
}

async function playOne(parts: Omit<World, 'people'>, name: string): Promise<void> {
  const { app, clock, random, adapter, service, figures } = parts
  clock.ms = Date.parse(random.pick(STARTS))
  const [first, second] = service.calendars
  const world: World = {
    ...parts,
    people: [await addPerson(parts.staff, first), await addPerson(parts.staff, second)],
  }
  await runJobs(world)
  for (let index = 0; index < 3; index++) await bookFirst(world)
  const steps = 6 + random.below(14)
  for (let step = 0; step < steps; step++) await playStep(world)
  adapter.calm()
  await makeEdit(world)
  const note = (faults: readonly string[]): void =>
    void figures.faults.push(...faults.map((fault) => `${name}: ${fault}`))
  note(await settle(world))
  note(await unexplained(world))
  await remove(app, world)
}

/** Edits, deliveries and runs in random order, with accidents. */
async function playStep(world: World): Promise<void> {
  const { random, clock, adapter, app, figures } = world
  for (let edits = random.below(3); edits > 0; edits--) await makeEdit(world)
  if (random.below(3) === 0) {
    const accident: Accident = random.pick(['dies', 'dies_after', 'unreachable', 'busy', 'edited', 'edited'])
    count(figures.accidents, accident)
    adapter.plan(accident, random.below(6), () => makeEdit(world))
  }
  await announce(world, { mayBeLost: true })
  if (random.below(3) > 0) await runJobs(world, () => someCtx(world))
  clock.ms += random.below(4 * MINUTE_MS)
  if (random.below(3) === 0) {
    await tick(app.ctx())
    await runJobs(world, () => someCtx(world))
  }
}

/** Every sixth process dies before or after one of its commits. */
function someCtx({ app, random, figures }: World): Ctx {
  if (random.below(6) > 0) return app.ctx()
  const when = random.pick(['before', 'after'] as const)
  count(figures.accidents, `dies ${when} a commit`)
  return mortalCtx(app.ctx(), random.below(6), when)
}

/** Announcements arrive, get lost or are repeated. */
async function announce(world: World, { mayBeLost }: { mayBeLost: boolean }): Promise<void> {
  const { app, random, service, figures } = world
  for (const { headers, body } of service.calendars.flatMap((calendar) => calendar.announced())) {
    const fate = mayBeLost
      ? random.pick(['delivered', 'delivered', 'lost', 'repeated'] as const)
      : 'delivered'
    figures.announcements[fate] += 1
    if (fate === 'lost') {
      world.hasLost = true
      continue
    }
    for (let times = fate === 'repeated' ? 2 : 1; times > 0; times--) {
      const answer = await app.server.inject({
        ...{ method: 'POST', url: `/api/calendars/notifications/${service.adapter.service}` },
        headers: { 'content-type': 'application/json', ...headers },
        payload: body === undefined ? '' : JSON.stringify(body),
      })
      if (answer.statusCode !== 202) figures.faults.push(`an announcement was answered ${answer.statusCode}`)
    }
  }
}

const LIMIT_S = 60
/** A calendar whose changes are announced is read every five minutes, which finds what was announced in vain. */
const LIMIT_AFTER_LOSS_S = 300

/** Lets the clock run after the last edit, until both sides are equal. @returns the differences that are left */
async function settle(world: World): Promise<string[]> {
  const { clock, app, figures } = world
  const wait = await longestWait(world)
  const from = clock.ms + wait
  let left: string[] = []
  const limits = world.hasLost ? [0, 30, LIMIT_S, LIMIT_AFTER_LOSS_S] : [0, 30, LIMIT_S]
  for (const seconds of limits) {
    clock.ms = from + seconds * 1000
    await tick(app.ctx())
    await announce(world, { mayBeLost: false })
    await runJobs(world)
    left = await differences(world)
    if (left.length > 0) continue
    const longest = world.hasLost ? 'longestSecondsAfterLoss' : 'longestSeconds'
    figures[longest] = Math.max(figures[longest], seconds)
    break
  }
  return left
}

/** A service that asked for a pause is left alone until its end. */
async function longestWait({ app, clock, people }: World): Promise<number> {
  const rows = await app.connection.db
    .selectFrom('bdmCalendars')
    .select('retryAfter')
    .where(
      'bdmId',
      'in',
      people.map(({ id }) => id),
    )
    .execute()
  return Math.max(0, ...rows.map(({ retryAfter }) => (retryAfter?.getTime() ?? 0) - clock.ms))
}

async function remove({ connection: { db } }: App, { people }: World): Promise<void> {
  const ids = people.map(({ id }) => id)
  await db.deleteFrom('bookings').where('bdmId', 'in', ids).execute()
  await db.deleteFrom('messages').execute()
  await db.deleteFrom('tasks').execute()
  await db.deleteFrom('bdms').where('id', 'in', ids).execute()
}
