import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CallOutcome } from '#contract/calls/calls.ts'
import { type Answerer, isMachineAnswer } from '#server/conversation/who-answered.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { inBatches } from '#server/platform/db/batches.ts'
import type { Pending, StoredCallback } from '#server/providers/agent/turn.ts'
import type { CallScript, OfferedSlot, VoiceEvent } from '#server/providers/ports/voice.ts'
import type { DB } from '#server/schema.gen.ts'

/** Our call as its callbacks need it. */
export interface LiveCall {
  callId: number
  /** Twilio's SID; null until it is received. */
  sid: string | null
  to: string
  from: string | null
  dispatchedAt: Date
  /** The longest that the agent talks. */
  maxSeconds: number
  outcome: CallOutcome | null
  /** Null where there is none, or the query did not select it. */
  script: CallScript | null
  /** The meeting times offered last. */
  offered: OfferedSlot[]
  /** The time of a wished call that was read back last. */
  callback: StoredCallback | null
  /** First name of the called person. */
  calledName: string | null
  /** The request in progress, which staff follow up if the person hangs up. */
  pending: Pending | null
  /** Of the dispatch. */
  traceContext: string | null
  signs: Signs
}

/** The answering party, where it was recognised. */
export interface AnswererSigns {
  who: Answerer | null
  /** The last recognised words that were kept. */
  text: string | null
  /** The other end has spoken. */
  hasSpoken: boolean
  /** The last words of a machine or a colleague that keeps the line; null: a person, or no party was recognised. */
  keptSince: Date | null
  /** The vendor's detector reported a machine. */
  isDetected: boolean
}

/** The state that the stored events show. */
export interface Signs {
  answeredAt: Date | null
  /** Only a person presses a key or is understood. */
  person: boolean
  answerer: AnswererSigns
  declined: boolean
  recorded: ReadonlySet<Pending>
  /** The SIDs that callbacks carried for this call. */
  sids: readonly string[]
}

interface StoredRow {
  key: string
  kind: VoiceEvent['kind']
  at: string
  option: string | null
  status: string | null
  relayed: boolean | null
  who: Answerer | null
  by: 'speech' | 'vendor' | null
  text: string | null
}

interface Row extends Omit<LiveCall, 'signs' | 'dispatchedAt'> {
  dispatchedAt: Date
  events: StoredRow[]
}

/** Reads everything that a callback needs in one query. @returns undefined where it is not a Twilio call */
const liveCalls = (script: RawBuilder<unknown>) =>
  inBatches(async (db: Kysely<DB>, callIds: readonly number[]) => {
    const { rows } = await sql<Row>`
    select calls.id as "callId", calls.provider_call_id as sid, calls.to_number as "to",
      calls.from_number as "from", coalesce(calls.dispatched_at, calls.created_at) as "dispatchedAt",
      calls.outcome, calls.trace_context as "traceContext", ${script} as script, coalesce(live_scripts.offered, '[]') as offered, live_scripts.pending,
      live_scripts.callback,
      coalesce(live_scripts.max_seconds, 600) as "maxSeconds", live_scripts.called_name as "calledName",
      coalesce((select json_agg(json_build_object('key', key, 'kind', kind, 'at', at,
          'option', data ->> 'option', 'status', data ->> 'status', 'relayed', (data ->> 'relayed')::boolean,
          'who', data ->> 'who', 'by', data ->> 'by', 'text', data ->> 'text') order by at, key)
        from call_events where call_id = calls.id and called_at = calls.created_at), '[]') as events
    from calls left join live_scripts on live_scripts.call_id = calls.id
    where calls.id = ${anyOf(callIds)} and calls.provider = 'twilio'`.execute(db)
    return new Map(
      rows.map(({ events, ...call }): [number, LiveCall] => [
        call.callId,
        { ...call, signs: signsOf(events) },
      ]),
    )
  })

/** For an answer that is spoken to the person. */
export const findLiveCall = liveCalls(sql`live_scripts.script`)

/** For a report or a look-up: without the script, which is far larger than the rest. */
export const findReportedCall = liveCalls(sql`null::jsonb`)

function signsOf(events: Row['events']): Signs {
  const has = (test: (event: Row['events'][number]) => boolean) => events.some(test)
  const recorded = new Set<Pending>()
  if (has(({ kind }) => kind === 'callback_requested')) recorded.add('callback')
  for (const option of ['option_1', 'option_2', 'option_3'] as const)
    if (has((event) => event.option === option)) recorded.add(option)
  if (has(({ kind }) => kind === 'operator')) recorded.add('operator')
  return {
    answeredAt: dateOf(events.find(({ kind }) => kind === 'answered')),
    person: has(
      ({ kind, status, relayed }) =>
        (kind === 'option' && !relayed) ||
        kind === 'operator' ||
        kind === 'recording_declined' ||
        // recorded only after a person has been understood
        (kind === 'recording' && status !== 'failed'),
    ),
    answerer: answererOf(events),
    declined: has(({ kind }) => kind === 'recording_declined'),
    recorded,
    sids: [...new Set(events.flatMap(({ key }) => sidOfKey(key) ?? []))],
  }
}

const dateOf = (event: StoredRow | undefined): Date | null => (event ? new Date(event.at) : null)

/** Words outweigh the vendor's detector, unless it reported a machine after words that a recorded greeting may have. */
function answererOf(events: readonly StoredRow[]): AnswererSigns {
  const recognised = events.filter(({ kind }) => kind === 'answered_by')
  const spoken = recognised.findLast(({ by }) => by === 'speech')
  const detected = recognised.findLast(({ by, who }) => by === 'vendor' && isMachineAnswer(who))
  const isOverruled = !isMachineAnswer(spoken?.who ?? null) && (!spoken || (detected?.at ?? '') > spoken.at)
  const last = detected && isOverruled ? detected : (spoken ?? recognised.at(-1))
  const who = last?.who ?? null
  const isKept = isMachineAnswer(who) || who === 'receptionist'
  return {
    who,
    text: spoken?.text ?? null,
    hasSpoken: recognised.some((event) => event.by === 'speech' && event.who !== 'silence'),
    keptSince: isKept ? dateOf(recognised.at(-1)) : null,
    isDetected: detected !== undefined,
  }
}

/** Our event keys begin with Twilio's call SID. */
export const sidOfKey = (key: string): string | null => /^(CA[0-9a-f]{32}):/.exec(key)?.[1] ?? null

export async function updatePending(
  db: Kysely<DB>,
  callId: number,
  pending: LiveCall['pending'],
): Promise<void> {
  await db.updateTable('liveScripts').set({ pending }).where('callId', '=', callId).execute()
}

export async function storeCallback(db: Kysely<DB>, callId: number, callback: StoredCallback): Promise<void> {
  await db
    .updateTable('liveScripts')
    .set({ callback: JSON.stringify(callback) })
    .where('callId', '=', callId)
    .execute()
}

/** The SIDs of our other calls to the same number. */
export async function sidsOfOthers(db: Kysely<DB>, { callId, to }: LiveCall): Promise<Set<string>> {
  const { rows } = await sql<{ sid: string }>`
    select provider_call_id as sid from calls
      where to_number = ${to} and id <> ${callId} and provider_call_id is not null
    union
    select split_part(told.key, ':', 1) from calls, lateral (
        select key from call_events where call_id = calls.id and called_at = calls.created_at offset 0) told
      where calls.to_number = ${to} and calls.id <> ${callId} and told.key like 'CA%:%'`.execute(db)
  return new Set(rows.map(({ sid }) => sid))
}
