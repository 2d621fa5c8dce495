import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campaignFields } from '#contract/campaigns/campaigns.ts'
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

/** Reserved for fiction, by their last digit. */
const MOBILES = [
  ...['0110', '1491', '4632', '0313', '1804'],
  ...['2665', '0006', '0157', '0158', '0159'],
].map((ending) => `+6149157${ending}`)

describe('a campaign over the simulator, by the last digit', () => {
  let app: TestApp
  const brokers: number[] = []
  beforeAll(async () => {
    app = await createTestApp({
      env: { SIM_OUTCOMES: 'by-number', SIM_NOW: '2026-11-24T10:00:00+11:00' },
    })
    await addBdm(app)
    const { db } = app.connection
    const fixedLines = [
      { phone: '+61255500001', email: 'one@example.com' },
      { phone: '+61255500011', email: null },
      { phone: '+61255500003', email: 'three@example.com' },
      { phone: '+61255500013', email: null },
    ]
    for (const reached of [...MOBILES.map((phone) => ({ phone })), ...fixedLines]) {
      const values = {
        name: `Broker ${reached.phone}`,
        region: 'NSW',
        timezone: 'Australia/Sydney',
        ...reached,
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
        rows.length >= brokers.length &&
        rows.every(
          (row) =>
            row.outcome !== null &&
            row.recordingStatus === (row.outcome === 'human' ? 'completed' : 'missing'),
        )
      )
    })
  })
  afterAll(() => app?.close())

  // Covers: simulator-1
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

  const BY_EMAIL = /on its way to the email address that we have for you/
  const BY_NOTHING = /this number takes no text messages, and we have no email address for you/
  it.each([
    [10, 'option 1, with an address', ['email'], BY_EMAIL],
    [11, 'option 1, without one', ['none'], BY_NOTHING],
    [12, 'option 3, with an address', ['email'], BY_EMAIL],
    [13, 'option 3, without one', ['none'], BY_NOTHING],
  ] as const)('a fixed line (%i: %s) gets what the agent says', async (index, _, ways, words) => {
    const brokerId = brokers[index] ?? 0
    const { db } = app.connection
    const call = await db
      .selectFrom('calls')
      .select(['id', 'transcript'])
      .where('brokerId', '=', brokerId)
      .executeTakeFirstOrThrow()
    const sent = await db.selectFrom('messages').select('channel').where('brokerId', '=', brokerId).execute()
    expect(sent.length > 0 ? sent.map(({ channel }) => channel) : ['none']).toEqual(ways)
    expect(JSON.stringify(call.transcript)).toMatch(words)
    const tasks = await db.selectFrom('tasks').select('kind').where('brokerId', '=', brokerId).execute()
    expect(tasks).toEqual(ways[0] === 'none' ? [{ kind: 'not_delivered' }] : [])
  })
})
