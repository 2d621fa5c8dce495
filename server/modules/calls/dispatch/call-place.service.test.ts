import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { removeCallee } from '../removal.store.ts'
import { insertCalls } from './place-call.store.ts'

let app: TestApp
let campaign: { campaignId: number; campaignVersionId: number }
beforeAll(async () => {
  app = await createTestApp()
  const { rows } = await sql<typeof campaign>`
    with c as (insert into campaigns (name, product, call_script) values ('Spring', 'Flex', 'Hello') returning id)
    insert into campaign_versions (campaign_id, number, product, rate_type, call_script, ai_personality)
    select id, 1, 'Flex', 'p.a.', 'Hello', 'friendly' from c returning campaign_id, id as campaign_version_id`.execute(
    app.connection.db,
  )
  if (rows[0]) campaign = rows[0]
})
afterAll(() => app?.close())

const places = fc.constantFrom(
  { region: 'NSW', timezone: 'Australia/Sydney' },
  { region: 'NSW', timezone: 'Australia/Broken_Hill' },
  { region: 'QLD', timezone: 'Australia/Brisbane' },
  { region: 'SA', timezone: 'Australia/Adelaide' },
  { region: 'WA', timezone: 'Australia/Perth' },
  { region: 'TAS', timezone: null },
  { region: null, timezone: 'Australia/Darwin' },
  { region: null, timezone: null },
)
const numbers = fc.constantFrom('+61491570156', '+61491570157', '+61255501234', '+61755501234')
const instants = fc.date({ min: new Date('2025-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })

/** Hours since Sunday midnight, by the runtime's own time zones. */
function hourOfWeek(at: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-AU', {
    timeZone,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  })
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
  return days.indexOf(parts.weekday ?? '') * 24 + Number(parts.hour)
}

// Covers: dashboard-3
it('a call keeps the region, hour and kind of line of its dial when the broker moves and the number is erased', async () => {
  const dial = fc.record({ place: places, toNumber: numbers, at: instants, simulated: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(dial, async ({ place, toNumber, at, simulated }) => {
      const ctx = { ...app.ctx(), now: () => (simulated ? new Date('2026-11-24T02:00:00Z') : at) }
      const { db } = ctx
      const broker = { name: 'Zoe Quill', ...place }
      const { id: brokerId } = await db
        .insertInto('brokers')
        .values(broker)
        .returning('id')
        .executeTakeFirstOrThrow()
      const call = {
        ...{ ...campaign, brokerId, toNumber, provider: 'simulator', simulated, clockSpeed: 1, test: true },
        ...{
          simulatedAt: simulated ? at : null,
          enrolmentId: null,
          attempt: null,
          decisionId: null,
          capDate: null,
          requested: false,
        },
      }
      const [id = 0] = await insertCalls(ctx, [call])
      await db
        .updateTable('brokers')
        .set({ region: 'ACT', timezone: 'Australia/Lord_Howe' })
        .where('id', '=', brokerId)
        .execute()
      await ctx.tx((tx) => removeCallee(tx, [id]))
      const columns = ['toNumber', 'region', 'localHour', 'calledLine'] as const
      const stored = await db.selectFrom('calls').select(columns).where('id', '=', id).executeTakeFirst()
      expect(stored).toEqual({
        ...{ toNumber: '', region: place.region },
        localHour: hourOfWeek(at, place.timezone ?? 'Australia/Sydney'),
        calledLine: toNumber.startsWith('+614') ? 'mobile' : 'fixed',
      })
    }),
    { numRuns: 60 },
  )
})
