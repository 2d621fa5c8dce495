import type { AddressInfo } from 'node:net'
import type { Kysely } from 'kysely'
import type { CallScript, DialRequest, VoiceEvent, VoiceProvider } from '#server/providers/ports/voice.ts'
import type { DB } from '#server/schema.gen.ts'
import {
  startVapiDouble,
  VAPI_NUMBER,
  type VapiDouble,
  type VapiDoubleOptions,
} from '../doubles/vapi/vapi.ts'
import { createTestApp, type TestApp, type TestAppOptions } from '../test-app.ts'
import { makeCampaign, words } from './call-words.ts'

export const VAPI_KEY = 'private-key-of-the-test-account-0001'
export const VAPI_PUBLIC_KEY = 'public-key-of-the-test-account-0001'
export const VAPI_SECRET = 'secret-of-the-callbacks-of-the-tests-0001'
/** Nothing listens there, as behind a proxy. */
export const VAPI_PUBLIC_URL = 'https://calls.brokerline.example'

/** A whole application whose telephone provider is the loopback Vapi. */
export interface VapiWorld {
  app: TestApp
  db: Kysely<DB>
  vapi: VapiDouble
  voice: VoiceProvider
  /** A row of a call to this number, about to be dialled. */
  callTo(to: string): Promise<number>
  /** Places and dials. */
  dial(
    to: string,
    options?: { script?: Partial<CallScript> },
  ): Promise<{ callId: number; providerCallId: string }>
  request(callId: number, to: string, script?: Partial<CallScript>): DialRequest
  events(callId: number): Promise<VoiceEvent[]>
  call(callId: number): Promise<CallFacts>
  /** Posts a message as Vapi does; headers may replace the secret. */
  post(
    message: object,
    options?: { call?: number; headers?: Record<string, string> },
  ): Promise<{ status: number; body: string }>
  close(): Promise<void>
}

export interface CallFacts {
  status: string
  outcome: string | null
  response: string | null
  recordingStatus: string
  recordingRef: string | null
  providerCallId: string | null
  duration: number | null
  summary: string | null
  transcript: unknown
  cost: string | null
  costCurrency: string | null
  failure: string | null
}

export interface VapiWorldOptions {
  double?: Partial<VapiDoubleOptions>
  app?: TestAppOptions
}

export async function createVapiWorld(options: VapiWorldOptions = {}): Promise<VapiWorld> {
  let port = 0
  const vapi = await startVapiDouble({
    apiKey: VAPI_KEY,
    publicKey: VAPI_PUBLIC_KEY,
    speed: 1000,
    reach: (address) => address.replace(VAPI_PUBLIC_URL, `http://127.0.0.1:${port}`),
    ...options.double,
  })
  const app = await createTestApp({
    ...options.app,
    env: {
      VOICE_PROVIDER: 'vapi',
      VAPI_API_KEY: VAPI_KEY,
      VAPI_PUBLIC_KEY,
      VAPI_PHONE_NUMBER_ID: VAPI_NUMBER.id,
      VAPI_WEBHOOK_SECRET: VAPI_SECRET,
      VAPI_BASE_URL: vapi.url,
      PUBLIC_URL: VAPI_PUBLIC_URL,
      ...options.app?.env,
    },
  })
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.server.address() as AddressInfo).port // of a TCP server
  const { db } = app.connection
  const voice = app.providers.voice.named('vapi')
  if (!voice) throw new Error('Vapi is configured')
  const campaign = await makeCampaign(db)
  const world: VapiWorld = {
    app,
    db,
    vapi,
    voice,
    async callTo(to) {
      const values = { ...campaign, toNumber: to, provider: 'vapi', simulated: false, clockSpeed: 1 }
      const row = await db
        .insertInto('calls')
        .values({ ...values, dispatchedAt: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },
    request: (callId, to, script = {}) => ({
      callId,
      to,
      script: { ...words, ...script },
      scriptVersion: campaign.campaignVersionId,
      calledName: 'Priya',
      maxDurationSeconds: 600,
    }),
    async dial(to, { script } = {}) {
      const callId = await world.callTo(to)
      const answer = await voice.dial(world.request(callId, to, script))
      if (answer.kind !== 'accepted') throw new Error(`the dial was ${answer.kind}: ${answer.message}`)
      const { providerCallId } = answer
      await db.updateTable('calls').set({ providerCallId }).where('id', '=', callId).execute()
      return { callId, providerCallId }
    },
    async events(callId) {
      const rows = await db
        .selectFrom('callEvents')
        .select(['key', 'kind', 'at', 'data'])
        .where('callId', '=', callId)
        .orderBy('id')
        .execute()
      // they were written from such
      return rows.map(({ data, ...event }) => ({ ...event, ...(data as object) }) as VoiceEvent)
    },
    call: (callId) =>
      db
        .selectFrom('calls')
        .select(['status', 'outcome', 'response', 'recordingStatus', 'recordingRef', 'duration'])
        .select(['cost', 'costCurrency', 'failure', 'summary', 'transcript', 'providerCallId'])
        .where('id', '=', callId)
        .executeTakeFirstOrThrow(),
    async post(message, { call, headers } = {}) {
      const answer = await app.server.inject({
        method: 'POST',
        url: `/api/webhooks/vapi${call === undefined ? '' : `?call=${call}`}`,
        headers: { 'content-type': 'application/json', ...(headers ?? { 'x-vapi-secret': VAPI_SECRET }) },
        payload: JSON.stringify({ message }),
      })
      return { status: answer.statusCode, body: answer.body }
    },
    async close() {
      vapi.calls.letAll()
      await vapi.settled()
      await app.close()
      await vapi.close()
    },
  }
  return world
}
