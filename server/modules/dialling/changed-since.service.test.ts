import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refusing } from '#test/doubles/test-line.ts'
import {
  createDiallingWorld,
  createLine,
  type DiallingWorld,
  type TestLine,
} from '#test/worlds/dialling-world.ts'
import { dialInTurn, dispatchCampaign, type PlacedDial } from './dispatch-campaign.ts'
import { startCalls } from './start-calls.ts'

let vapi: TestLine
let twilio: TestLine
let world: DiallingWorld
beforeEach(async () => {
  vapi = createLine({ name: 'vapi' })
  twilio = createLine({ name: 'twilio' })
  world = await createDiallingWorld({ line: vapi, fallback: twilio })
  await world.db
    .updateTable('organisation')
    .set({ legalName: 'Harbour Lending Pty Ltd', contactPhone: '02 5550 0100', agentName: 'Alex' })
    .execute()
})
afterEach(() => world.close())

async function committed(): Promise<{ campaignId: number; brokerId: number; dial: PlacedDial }> {
  const campaignId = await world.campaign()
  const [brokerId = 0] = await world.brokers(1, { phone: '+61491570261' })
  await startCalls(world.ctx, campaignId)
  const [dial] = await dispatchCampaign(world.ctx, vapi.provider, { campaignId, limit: 1 })
  if (!dial) throw new Error('nothing was placed')
  return { campaignId, brokerId, dial }
}

type Of = { campaignId: number; brokerId: number }
const change = (brokerId: number, values: object) =>
  world.db.updateTable('brokers').set(values).where('id', '=', brokerId).execute()
const changes: [string, string, (of: Of) => Promise<unknown>][] = [
  [
    'the campaign is paused',
    'Not dialled: the campaign was no longer active when its turn came.',
    ({ campaignId }) =>
      world.db.updateTable('campaigns').set({ status: 'paused' }).where('id', '=', campaignId).execute(),
  ],
  [
    'the broker is suspended',
    'Not dialled: the broker’s number or standing changed before its turn came.',
    ({ brokerId }) => change(brokerId, { suspendedAt: new Date() }),
  ],
  [
    'the broker has another number',
    'Not dialled: the broker’s number or standing changed before its turn came.',
    ({ brokerId }) => change(brokerId, { phone: '+61491570262' }),
  ],
  [
    'the broker is held for a compliance review',
    'Not dialled: the broker’s number or standing changed before its turn came.',
    ({ brokerId }) =>
      world.db
        .insertInto('brokerCompliance')
        .values({ brokerId, status: 'flagged', riskScore: 95, heldSince: new Date(), heldReason: 'Banned' })
        .execute(),
  ],
]

describe.each(changes)('where %s between decision and dial', (_what, failure, happens) => {
  const withdrawn = { outcome: 'provider_fault', withdrawn: true, capDate: null, failure }
  const newest = () =>
    world.db.selectFrom('calls').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

  // Covers: called-when-18
  test('nobody is dialled, and the broker is decided on again', async () => {
    const { dial, ...of } = await committed()
    await happens(of)
    await dialInTurn(world.ctx, dial)
    expect(vapi.dials).toEqual([])
    expect(await newest()).toMatchObject({ ...withdrawn, dispatchedAt: null })
    expect(await world.enrolments(of.campaignId)).toEqual({ waiting: 1 })
  })

  // Covers: called-when-18
  test('the call is handed over to nobody, and the broker is decided on again', async () => {
    const { dial, ...of } = await committed()
    vapi.answer = async (request) => {
      await happens(of)
      return refusing('Vapi is busy.')(request)
    }
    await dialInTurn(world.ctx, dial)
    expect([vapi.dials.length, twilio.dials.length]).toEqual([1, 0])
    expect(await newest()).toMatchObject({ ...withdrawn, provider: 'vapi' })
    expect(await world.enrolments(of.campaignId)).toEqual({ waiting: 1 })
  })
})
