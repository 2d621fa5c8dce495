import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallScript } from '#server/providers/ports/voice.ts'
import { createDiallingWorld, createLine, type DiallingWorld } from '#test/worlds/dialling-world.ts'
import { NO_MEETINGS, viewPreflight } from './preflight.ts'
import { startCalls } from './start-calls.ts'

const scripts: CallScript[] = []
const line = createLine({ onDial: ({ script }) => void scripts.push(script) })
let world: DiallingWorld
beforeAll(async () => {
  world = await createDiallingWorld({ line })
})
afterAll(() => world?.close())
beforeEach(async () => {
  scripts.length = 0
  await world.db.deleteFrom('bdms').execute()
})

async function addBdm(values: { active?: boolean; hours?: string } = {}): Promise<number> {
  const nine = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '10:00' }))
  const row = await world.db
    .insertInto('bdms')
    .values({
      ...{ name: 'Dana Cole', email: 'dana@lender.example.com', blocks: '[]', feedToken: 'feed' },
      ...{ hours: JSON.stringify(nine), ...values },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Starts calls. @returns the notices of the preflight and the script of the call */
async function start() {
  const campaign = await world.campaign()
  await world.brokers(1)
  const { notices } = await viewPreflight(world.ctx, campaign)
  await startCalls(world.ctx, campaign)
  await world.turn()
  const [script] = scripts.splice(0)
  if (!script) throw new Error('nothing was dialled')
  return { notices, script }
}

describe('a meeting', () => {
  // Covers: bookings-24
  it('is offered where a BDM has a free time within reach of the calling clock, and nothing is to be noted', async () => {
    await addBdm()
    const { notices, script } = await start()
    expect(notices).toEqual([])
    expect(script.menu.map(({ option }) => option)).toContain('option_2')
  })

  // Covers: bookings-24
  it.each<[string, () => Promise<unknown>]>([
    ['there is no BDM', async () => undefined],
    ['the only one is disabled', () => addBdm({ active: false })],
    ['the only one has no hours', () => addBdm({ hours: '[]' })],
    [
      'the only one is away for longer than meetings are booked ahead',
      async () => {
        const bdmId = await addBdm()
        await sql`insert into bdm_absences (bdm_id, kind, during)
          values (${bdmId}, 'leave', tstzrange('2026-11-01', '2027-03-01'))`.execute(world.db)
      },
    ],
  ])('is neither offered nor spoken of where %s, and the preflight says so', async (_, happens) => {
    await happens()
    const { notices, script } = await start()
    expect(notices).toEqual([NO_MEETINGS])
    expect(script.menu.map(({ option }) => option)).toEqual(['option_1', 'option_3', 'option_4'])
    expect(JSON.stringify(script)).not.toMatch(/meeting/i)
  })
})
