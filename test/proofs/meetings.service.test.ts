import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { campaignFields } from '#contract/campaigns/campaigns.ts'
import { scheduleLeave } from '#server/modules/bookings/bdms.ts'
import { viewDetails } from '#server/modules/calls/call-details.views.ts'
import { createCampaign } from '#server/modules/campaigns/campaigns.ts'
import { startCalls } from '#server/modules/dialling/start-calls.ts'
import { createTestApp, until } from '#test/test-app.ts'
import { addBdm, addBroker, setCallingClock } from '#test/worlds/bookings-world.ts'
import { judgeMeeting } from '../product/meeting-checks.ts'

const NOON = new Date('2026-11-24T12:00:00+11:00')
const CALLS = 24

// Covers: bookings-22
it('meetings named in many calls at once are booked as their transcripts confirm, or told as changed everywhere', async () => {
  const app = await createTestApp({ env: { SIM_OUTCOMES: 'by-number', SIM_NOW: NOON.toISOString() } })
  try {
    const { db } = app.connection
    const bdms = [await addBdm(app), await addBdm(app)]
    for (let line = 0; line < CALLS; line++) {
      const phone = `+6125550${String(line * 10 + 2).padStart(4, '0')}`
      await addBroker(app, { name: `Broker ${line}`, email: `b${line}@example.com`, phone, region: 'NSW' })
    }
    await setCallingClock(app, NOON)
    const admin = await app.staff('admin')
    const words = { name: 'Spring', product: 'Home loan', callScript: 'Hello.', maxConcurrentCalls: 40 }
    const campaignId = await createCampaign(admin, campaignFields.parse(words))
    await startCalls(admin, campaignId)
    await app.startWorkers()
    const count = async (what: ReturnType<typeof sql<{ n: number }>>) =>
      (await what.execute(db)).rows[0]?.n ?? 0
    await until('every call holds its times', async () => {
      return (
        (await count(sql`select count(*)::int as n from reserved_times where call_id is not null`)) ===
        2 * CALLS
      )
    })
    // one BDM falls ill for all offered days: for a single day, by chance, no meeting may have been confirmed
    const week = { from: '2026-11-25T00:00:00+11:00', to: '2026-12-05T00:00:00+11:00', reason: 'Ill' }
    await scheduleLeave(admin, bdms[0] ?? 0, week)
    await sql`update simulator_clock set anchor_real = clock_timestamp(), speed = 100`.execute(db)
    await until('every call has ended and has its transcript', async () => {
      return (
        (await count(sql`select count(*)::int as n from calls
        where finished_at is not null and summary is not null`)) === CALLS
      )
    })
    const { rows } = await sql<{ id: number; scheduledDate: Date | null }>`
      select calls.id, lower(during) as scheduled_date from calls
      left join bookings on bookings.call_id = calls.id`.execute(db)
    const kinds: string[] = []
    for (const { id, scheduledDate } of rows) {
      const booking = scheduledDate ? { scheduledDate: scheduledDate.toISOString() } : undefined
      const { kind, faults } = judgeMeeting(await viewDetails(app.ctx(), id), booking)
      expect(faults).toEqual([])
      kinds.push(kind)
    }
    // depending on its progress, the call could still announce it or not
    const changed = kinds.filter((kind) => kind === 'corrected' || kind === 'changed').length
    expect(changed).toBeGreaterThan(0)
    expect(kinds.filter((kind) => kind === 'exact')).toHaveLength(CALLS - changed)
    expect(await count(sql`select count(*)::int as n from reserved_times where call_id is not null`)).toBe(0)
  } finally {
    await app.close()
  }
})
