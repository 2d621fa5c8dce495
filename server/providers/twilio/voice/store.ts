import { type Kysely, sql } from 'kysely'
import type { CallOutcome } from '#contract/calls.ts'
import { gatherReads } from '#server/platform/db/gathered-reads.ts'
import type { CallScript, VoiceEvent } from '#server/providers/ports/voice.ts'
import type { DB } from '#server/schema.gen.ts'

/** A call of ours as its callbacks find it. */
export interface LiveCall {
  callId: number
  /** Twilio's name of it; null while nobody has heard it. */
  sid: string | null
  to: string
  from: string | null
  dispatchedAt: Date
  outcome: CallOutcome | null
  script: CallScript | null
  /** What the person has asked for and was being seen to. */
  pending: 'option_2' | 'operator' | null
  signs: Signs
}

/** What the events that are stored already tell. */
export interface Signs {
  answered: boolean
  /** Only a person presses a key or is understood. */
  person: boolean
  declined: boolean
  told: ReadonlySet<'option_2' | 'operator'>
  /** The names that callbacks gave this call. */
  sids: readonly string[]
}

interface Row extends Omit<LiveCall, 'signs' | 'dispatchedAt'> {
  dispatchedAt: Date
  events: { key: string; kind: VoiceEvent['kind']; option: string | null; status: string | null }[]
}

/** One look for everything that a callback needs. @returns undefined where it is no call of Twilio's */
export const findLiveCall = gatherReads(async (db: Kysely<DB>, callIds: readonly number[]) => {
  const { rows } = await sql<Row>`
    select calls.id as "callId", calls.provider_call_id as sid, calls.to_number as "to",
      calls.from_number as "from", coalesce(calls.dispatched_at, calls.created_at) as "dispatchedAt",
      calls.outcome, live_scripts.script, live_scripts.pending,
      coalesce((select json_agg(json_build_object('key', key, 'kind', kind,
          'option', data ->> 'option', 'status', data ->> 'status'))
        from call_events where call_id = calls.id), '[]') as events
    from calls left join live_scripts on live_scripts.call_id = calls.id
    where calls.id = any(${[...callIds]}::int[]) and calls.provider = 'twilio'`.execute(db)
  return new Map(
    rows.map(({ events, ...call }): [number, LiveCall] => [call.callId, { ...call, signs: signsOf(events) }]),
  )
})

function signsOf(events: Row['events']): Signs {
  const has = (test: (event: Row['events'][number]) => boolean) => events.some(test)
  const told = new Set<'option_2' | 'operator'>()
  if (has(({ option }) => option === 'option_2')) told.add('option_2')
  if (has(({ kind }) => kind === 'operator')) told.add('operator')
  return {
    answered: has(({ kind }) => kind === 'answered'),
    person: has(
      ({ kind, status }) =>
        kind === 'option' ||
        kind === 'operator' ||
        kind === 'recording_declined' ||
        // is told once it is known that a person listens
        (kind === 'recording' && status !== 'failed'),
    ),
    declined: has(({ kind }) => kind === 'recording_declined'),
    told,
    sids: [...new Set(events.flatMap(({ key }) => sidOfKey(key) ?? []))],
  }
}

/** Our events' names begin with the name of Twilio's call. */
export const sidOfKey = (key: string): string | null => /^(CA[0-9a-f]{32}):/.exec(key)?.[1] ?? null

export async function notePending(
  db: Kysely<DB>,
  callId: number,
  pending: LiveCall['pending'],
): Promise<void> {
  await db.updateTable('liveScripts').set({ pending }).where('callId', '=', callId).execute()
}

/** Names of Twilio's that belong to other calls of ours to the same number. */
export async function sidsOfOthers(db: Kysely<DB>, { callId, to }: LiveCall): Promise<Set<string>> {
  const { rows } = await sql<{ sid: string }>`
    select provider_call_id as sid from calls
      where to_number = ${to} and id <> ${callId} and provider_call_id is not null
    union
    select split_part(call_events.key, ':', 1) from calls join call_events on call_events.call_id = calls.id
      where calls.to_number = ${to} and calls.id <> ${callId} and call_events.key like 'CA%:%'`.execute(db)
  return new Set(rows.map(({ sid }) => sid))
}
