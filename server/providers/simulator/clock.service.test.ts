import { afterEach, describe, expect, it } from 'vitest'
import { type CallsWorld, type CallsWorldOptions, createCallsWorld } from '#test/worlds/calls-world.ts'

const SATURDAY_NIGHT = new Date('2026-11-21T22:00:00+11:00')
const TUESDAY_NOON = new Date('2026-11-24T13:00:00+11:00')
/** Nine in Perth, the last place to begin. */
const MONDAY_OPENING = new Date('2026-11-23T12:00:00+11:00')

const worlds: CallsWorld[] = []
async function worldAt(real: Date, options: CallsWorldOptions = {}): Promise<CallsWorld> {
  const world = await createCallsWorld({ startsAt: null, now: () => real, ...options })
  worlds.push(world)
  return world
}
afterEach(async () => {
  for (const world of worlds.splice(0).reverse()) await world.close()
})

const start = (world: CallsWorld) => world.ctx.tx(async (tx) => world.simulator.startClock(tx.db))
const minutesApart = (a: Date, b: Date) => Math.abs(a.getTime() - b.getTime()) / 60_000

describe('the simulator’s clock', () => {
  // Covers: simulator-4
  it('is the real time where the whole country may be called', async () => {
    const world = await worldAt(TUESDAY_NOON)
    expect(minutesApart(await start(world), TUESDAY_NOON)).toBeLessThan(1)
  })

  // Covers: simulator-4
  it('begins at the next such moment where it may not, and says so beforehand', async () => {
    const world = await worldAt(SATURDAY_NIGHT)
    expect(await world.simulator.clockAtStart()).toEqual(MONDAY_OPENING)
    expect(await start(world)).toEqual(MONDAY_OPENING)
    expect(minutesApart(await world.simulator.now(), MONDAY_OPENING)).toBeLessThan(1)
  })

  it('does not run before a campaign or a call starts it, however long the server has been up', async () => {
    let real = SATURDAY_NIGHT
    const world = await worldAt(real, { now: () => real })
    expect(await world.simulator.now()).toEqual(MONDAY_OPENING)
    real = TUESDAY_NOON
    expect(await world.simulator.now()).toEqual(TUESDAY_NOON)
    await world.call('+61255500001')
    expect(minutesApart(await world.simulator.now(), TUESDAY_NOON)).toBeLessThan(1)
  })

  // Covers: simulator-4
  it('begins at SIM_NOW where that is given, even at night', async () => {
    const world = await worldAt(TUESDAY_NOON, { startsAt: SATURDAY_NIGHT })
    expect(await start(world)).toEqual(SATURDAY_NIGHT)
  })

  it('does not move past the next call that a person asked for', async () => {
    const world = await worldAt(SATURDAY_NIGHT)
    await start(world)
    await world.pass(10 * 3600)
    const broker = world.db.insertInto('brokers').values({ name: 'Ida Broker' }).returning('id')
    const { id: brokerId } = await broker.executeTakeFirstOrThrow()
    const [first, second] = [2, 4].map(
      (hours) => new Date(MONDAY_OPENING.getTime() + (20 + hours) * 3_600_000),
    )
    for (const [phone, dueAt] of [
      ['+61255500001', second],
      ['+61255500002', first],
    ] as const) {
      const planned = {
        brokerId,
        phone,
        simulated: true,
        words: '',
        dueAt: dueAt ?? '',
        untilAt: dueAt ?? '',
      }
      await world.db.insertInto('requestedCalls').values(planned).execute()
    }
    expect(await world.simulator.clockAtStart()).toEqual(first)
    expect(await start(world)).toEqual(first)
  })

  // Covers: simulator-4
  it('never goes back, and moves on to the next opening when it has run into the night', async () => {
    const world = await worldAt(TUESDAY_NOON)
    await start(world)
    await world.pass(10 * 3600)
    expect(await world.simulator.clockAtStart()).toEqual(new Date('2026-11-25T12:00:00+11:00'))
    expect(await start(world)).toEqual(new Date('2026-11-25T12:00:00+11:00'))
    expect(await start(world)).toEqual(new Date('2026-11-25T12:00:00+11:00'))
  })

  // Covers: simulator-4
  it('is not touched while a simulated call is open', async () => {
    const world = await worldAt(TUESDAY_NOON)
    await start(world)
    await world.pass(10 * 3600)
    const night = await world.simulator.now()
    const callId = await world.call('+61255500001', { dial: false })
    expect(await start(world)).toEqual(night)
    expect(await world.simulator.clockAtStart()).toEqual(night)
    await world.db
      .updateTable('calls')
      .set({ outcome: 'unknown', status: 'failed', finishedAt: TUESDAY_NOON })
      .where('id', '=', callId)
      .execute()
    expect((await start(world)).getTime()).toBeGreaterThan(night.getTime())
  })

  // Covers: calls-live-providers-15
  it.each([
    ['is not touched by an open live place', true],
    ['regards no live place where no live provider can go by it', false],
  ])('%s (SIM_NOW: %s)', async (_what, borrowed) => {
    const world = await worldAt(TUESDAY_NOON, { startsAt: borrowed ? SATURDAY_NIGHT : null })
    await start(world)
    await world.pass(borrowed ? -3600 : 10 * 3600)
    const before = await world.simulator.now()
    const { id: brokerId } = await world.db
      .insertInto('brokers')
      .values({ name: 'Priya Sharma' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const place = {
      campaignId: world.campaignId,
      brokerId,
      simulated: false,
      state: 'waiting',
      dueAt: before,
    }
    await world.db.insertInto('enrolments').values(place).execute()
    expect(minutesApart(await world.simulator.clockAtStart(), before) < 1).toBe(borrowed)
    expect(minutesApart(await start(world), before) < 1).toBe(borrowed)
  })

  it('goes on from where it is when a process starts with another speed, for all processes', async () => {
    const first = await worldAt(TUESDAY_NOON)
    await start(first)
    await first.pass(3600)
    const before = await first.simulator.now()
    const second = await worldAt(TUESDAY_NOON, { databaseUrl: first.databaseUrl, speed: 1000 })
    const { now, speed } = await first.simulator.clock()
    expect(speed).toBe(1000)
    expect(now.getTime()).toBeGreaterThanOrEqual(before.getTime())
    expect(minutesApart(now, before)).toBeLessThan(1000)
    const [a, b] = [await second.simulator.now(), await first.simulator.now()]
    expect(b.getTime()).toBeGreaterThan(a.getTime())
  })
})
