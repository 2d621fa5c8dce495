import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Fault, Seen } from '#test/doubles/double.ts'
import { recordingMp3 } from '#test/doubles/twilio/calls-resources.ts'
import { startTwilioDouble, type TwilioDouble } from '#test/doubles/twilio/twilio.ts'
import { startVapiDouble, VAPI_NUMBER, type VapiDouble } from '#test/doubles/vapi/vapi.ts'
import { createTestApp, type TestApp, until } from '#test/test-app.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { fetchRecording } from '../recordings/fetch-recording.ts'
import { openRecording } from '../recordings/recordings.ts'
import { testCall } from '../test-call.ts'

const PUBLIC_URL = 'https://calls.example.com'
const SCRIPT = 'We have an offset account without a monthly fee.'

const dials =
  (fault: Fault) =>
  ({ method, path }: Seen): Fault | undefined =>
    method === 'POST' && path === '/call' ? fault : undefined

describe('a call over the loopback Vapi with the loopback Twilio behind it', () => {
  let app: TestApp
  let vapi: VapiDouble
  let twilio: TwilioDouble
  let campaignId: number
  let lateness = 0
  beforeAll(async () => {
    let port = 0
    const reach = (address: string) => address.replace(PUBLIC_URL, `http://127.0.0.1:${port}`)
    const account = { accountSid: `AC${'0'.repeat(31)}1`, authToken: 'token-of-the-loopback-twilio' }
    twilio = await startTwilioDouble({ ...account, reach, speed: 2000 })
    vapi = await startVapiDouble({ apiKey: 'key-of-the-loopback-vapi', reach, speed: 2000 })
    app = await createTestApp({
      now: () => new Date(Date.now() + lateness),
      env: {
        PUBLIC_URL,
        // a Tuesday at noon: calling hours everywhere
        SIM_NOW: '2026-11-24T12:00:00+11:00',
        SIM_SPEED: '1',
        VOICE_PROVIDER: 'auto',
        TWILIO_ACCOUNT_SID: account.accountSid,
        TWILIO_AUTH_TOKEN: account.authToken,
        TWILIO_FROM: '+61491570299',
        TWILIO_BASE_URL: twilio.url,
        TWILIO_CALLS_PER_SECOND: '1000',
        VAPI_API_KEY: 'key-of-the-loopback-vapi',
        VAPI_PHONE_NUMBER_ID: VAPI_NUMBER.id,
        VAPI_WEBHOOK_SECRET: 'secret-of-the-loopback-vapi',
        VAPI_BASE_URL: vapi.url,
        VAPI_CALLS_PER_SECOND: '1000',
      },
    })
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.server.address() as AddressInfo).port // it listens on TCP
    const { db } = app.connection
    const organisation = {
      legalName: 'Harbour Lending Pty Ltd',
      contactPhone: '02 5550 0100',
      agentName: 'Alex',
    }
    await db.updateTable('organisation').set(organisation).execute()
    const words = {
      product: 'Home loan',
      callScript: SCRIPT,
      rateType: 'p.a.',
      aiPrompt: 'Talk about the loan.',
    }
    const campaign = { name: 'Test', ...words }
    campaignId = (await db.insertInto('campaigns').values(campaign).returning('id').executeTakeFirstOrThrow())
      .id
    const version = { campaignId, number: 1, aiPersonality: 'professional', ...words }
    const { id } = await db
      .insertInto('campaignVersions')
      .values(version)
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('campaigns').set({ versionId: id }).execute()
  })
  afterAll(async () => {
    await app?.close()
    await Promise.all([vapi?.close(), twilio?.close()])
  })
  beforeEach(async () => {
    vapi.setFault(undefined)
    vapi.setTrip(undefined)
    await app.connection.db.deleteFrom('vendorStates').execute()
  })

  const row = (callId: number) =>
    app.connection.db.selectFrom('calls').selectAll().where('id', '=', callId).executeTakeFirstOrThrow()
  const call = async (phoneNumber: string) =>
    (await testCall(await app.staff(), { phoneNumber, campaignId })).callId
  const rung = (to: string) => [vapi.calls.timesDialled(to), twilio.calls.timesDialled(to)]
  const over = (callId: number) => until('the call is over', async () => (await row(callId)).outcome !== null)

  /** The vendor's own sound, out of the vault. */
  async function hasRecording(callId: number): Promise<void> {
    await fetchRecording(app.ctx(), callId)
    const recording = await openRecording(await app.staff(), callId)
    const bytes = await buffer(await recording.read({ start: 0, end: recording.bytes - 1 }))
    expect(bytes.equals(await recordingMp3())).toBe(true)
    const { agent, caller } = await recording.waveform()
    expect(agent.length).toBeGreaterThan(10)
    expect(caller).toHaveLength(agent.length)
  }

  it('goes by Vapi where that takes it', async () => {
    const callId = await call('+61491570201')
    await over(callId)
    expect(await row(callId)).toMatchObject({ provider: 'vapi', outcome: 'human', response: 'option_1' })
    expect(rung('+61491570201')).toEqual([1, 0])
    await hasRecording(callId)
  })

  // Covers: calls-live-providers-2
  it('that Vapi refuses is dialled by Twilio, which says the fixed script', async () => {
    const to = '+61491570211'
    vapi.setFault(dials('busy'))
    const callId = await call(to)
    await over(callId)
    expect(rung(to)).toEqual([0, 1])
    expect(await row(callId)).toMatchObject({ provider: 'twilio', outcome: 'human', response: 'option_1' })
    expect(twilio.calls.calls.at(-1)?.said.join(' ')).toContain(SCRIPT)
    await twilio.settled()
    await hasRecording(callId)
  })

  // Covers: calls-live-providers-3
  it('that Vapi may have taken before the connection broke is dialled by nobody, and nobody knows', async () => {
    const to = '+61491570231'
    vapi.setFault(dials('reset'))
    const callId = await call(to)
    vapi.setFault(undefined)
    lateness += 20_000
    await reconcile(app.ctx())
    expect((await row(callId)).outcome).toBeNull()
    lateness += 200_000
    await reconcile(app.ctx())
    expect(await row(callId)).toMatchObject({ provider: 'vapi', outcome: 'unknown' })
    expect(rung(to)).toEqual([0, 0])
  })

  // Covers: calls-live-providers-3
  it.each([
    ['broken_after', '+61491570221', 'option_1'],
    ['cut', '+61491570223', 'option_3'],
  ] as const)('that Vapi took and answered unclearly (%s) is dialled by nobody else, and settled by asking', async (fault, to, response) => {
    vapi.setFault(dials(fault))
    vapi.setTrip(() => 'lost')
    const callId = await call(to)
    await vapi.settled()
    expect(await row(callId)).toMatchObject({ provider: 'vapi', outcome: null, providerCallId: null })
    vapi.setFault(undefined)
    await app.connection.db.deleteFrom('vendorStates').execute()
    lateness += 20_000
    await reconcile(app.ctx())
    expect(await row(callId)).toMatchObject({ provider: 'vapi', outcome: 'human', response })
    expect((await row(callId)).providerCallId).not.toBeNull()
    expect(rung(to)).toEqual([1, 0])
  })
})
