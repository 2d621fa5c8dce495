import type { Kysely } from 'kysely'
import { isFictitious } from '#server/modules/brokers/fictitious-numbers.rules.ts'
import type { CallScript, DialRequest, VoiceEvent, VoiceProvider } from '#server/providers/ports/voice.ts'
import type { DB } from '#server/schema.gen.ts'
import { makeCampaign, words } from './call-words.ts'
import { createTwilioWorld, type TwilioWorld, type TwilioWorldOptions } from './twilio-world.ts'

/** Calls through the loopback Twilio, of a campaign with words of its own. */
export interface TwilioCalls extends TwilioWorld {
  db: Kysely<DB>
  voice: VoiceProvider
  /** An unassigned number with this last digit that is not reserved for fiction and new in these tests. */
  number(lastDigit: number): string
  /** A row of a call to this number, about to be dialled. */
  callTo(to: string): Promise<number>
  request(callId: number, to: string, script?: Partial<CallScript>): DialRequest
  /** Places a call and dials it. @throws where that is not accepted */
  dial(to: string, script?: Partial<CallScript>): Promise<{ callId: number; sid: string }>
  events(callId: number): Promise<VoiceEvent[]>
  call(callId: number): Promise<CallFacts>
}

export interface CallFacts {
  status: string
  outcome: string | null
  response: string | null
  recordingStatus: string
  recordingRef: string | null
  duration: number | null
  failure: string | null
}

export async function createTwilioCalls(options: TwilioWorldOptions = {}): Promise<TwilioCalls> {
  const world = await createTwilioWorld({
    ...options,
    env: { VOICE_PROVIDER: 'twilio', ...options.env },
    double: { speed: 1000, ...options.double },
  })
  const { db } = world.app.connection
  const voice = world.app.providers.voice.named('twilio')
  if (!voice) throw new Error('Twilio is configured')
  const campaign = await makeCampaign(db)
  let tens = 21
  const calls: TwilioCalls = {
    ...world,
    db,
    voice,
    number(lastDigit) {
      const number = `+61491570${tens++}${lastDigit}`
      return isFictitious(number) ? calls.number(lastDigit) : number
    },
    async callTo(to) {
      const values = { ...campaign, toNumber: to, provider: 'twilio', simulated: false, clockSpeed: 1 }
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
    async dial(to, script) {
      const callId = await calls.callTo(to)
      const answer = await voice.dial(calls.request(callId, to, script))
      if (answer.kind !== 'accepted') throw new Error(`the dial was ${answer.kind}: ${answer.message}`)
      const { providerCallId } = answer
      await db.updateTable('calls').set({ providerCallId }).where('id', '=', callId).execute()
      return { callId, sid: providerCallId }
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
        .select(['status', 'outcome', 'response', 'recordingStatus', 'recordingRef', 'duration', 'failure'])
        .where('id', '=', callId)
        .executeTakeFirstOrThrow(),
  }
  return calls
}
