import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campaignFields } from '#contract/campaigns.ts'
import { createCampaign } from '#server/modules/campaigns/campaigns.ts'
import { startCalls } from '#server/modules/dialling/start-calls.ts'
import { createTestApp, type TestApp, until } from '#test/test-app.ts'
import { addBdm } from '#test/worlds/bookings-world.ts'
import { viewDetails } from './call-details.views.ts'

const MENU = {
  option_1: { activity: 'sms_link_requested' },
  option_2: { activity: 'meeting_booked' },
  option_3: { activity: 'accreditation_started' },
  option_4: { activity: 'opted_out' },
} as const

const table = [
  [0, 'no_answer', 'no_answer', null],
  [1, 'completed', 'human', 'option_1'],
  [2, 'completed', 'human', 'option_2'],
  [3, 'completed', 'human', 'option_3'],
  [4, 'completed', 'human', 'option_4'],
  [5, 'completed', 'human', null],
  [6, 'no_answer', 'busy', null],
  [7, 'no_answer', 'voicemail', null],
  [8, 'failed', 'invalid_number', null],
  [9, 'completed', 'human', null],
] as const

describe('a campaign over the simulator, by the last digit', () => {
  let app: TestApp
  const brokers: number[] = []
  beforeAll(async () => {
    app = await createTestApp({
      env: { SIM_OUTCOMES: 'by-number', SIM_NOW: '2026-11-24T10:00:00+11:00' },
    })
    await addBdm(app)
    const { db } = app.connection
    for (let digit = 0; digit < 10; digit++) {
      const values = {
        name: `Broker ${digit}`,
        phone: `+6125550000${digit}`,
        region: 'NSW',
        timezone: 'Australia/Sydney',
      }
      brokers.push(
        (await db.insertInto('brokers').values(values).returning('id').executeTakeFirstOrThrow()).id,
      )
    }
    const admin = await app.staff('admin')
    const fields = campaignFields.parse({
      name: 'Spring',
      product: 'Premium home loan',
      rate: '6.14',
      callScript: 'Hello {{firstName}}.',
    })
    const campaignId = await createCampaign(admin, fields)
    await startCalls(admin, campaignId)
    await app.startWorkers()
    await until('every broker was called and the recordings are there', async () => {
      const rows = await db.selectFrom('calls').select(['outcome', 'recordingStatus']).execute()
      return (
        rows.length >= 10 &&
        rows.every(
          (row) =>
            row.outcome !== null &&
            row.recordingStatus === (row.outcome === 'human' ? 'completed' : 'missing'),
        )
      )
    })
  })
  afterAll(() => app?.close())

  it.each(
    table,
  )('%i ends as %s, %s, %s, with what follows from it and nothing else', async (digit, status, outcome, response) => {
    const { db } = app.connection
    const calls = await db
      .selectFrom('calls')
      .select(['id', 'status', 'outcome', 'response', 'toNumber'])
      .where('brokerId', '=', brokers[digit] ?? 0)
      .orderBy('id')
      .execute()
    const [call] = calls
    if (!call) throw new Error('not called')
    expect(call).toMatchObject({ status, outcome, response })
    const { followUps, decision } = await viewDetails(app.ctx(), call.id)
    expect(decision?.verdict).toBe('call')
    const kinds = followUps.map(({ kind }) => kind)
    const chosen = Object.values(MENU).map(({ activity }) => activity)
    const expected = response ? [MENU[response].activity] : []
    expect(kinds.filter((kind) => (chosen as readonly string[]).includes(kind))).toEqual(expected)
    expect(kinds.filter((kind) => kind === 'sms')).toHaveLength(
      response !== null && response !== 'option_4' ? 1 : 0,
    )
    expect(kinds.filter((kind) => kind === 'suppression')).toHaveLength(response === 'option_4' ? 1 : 0)
  })
})
