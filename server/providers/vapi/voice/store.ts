import { type Kysely, sql } from 'kysely'
import type { Answerer } from '#server/conversation/who-answered.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { inBatches } from '#server/platform/db/batches.ts'
import type { OfferedSlot } from '#server/providers/ports/voice.ts'
import type { DB } from '#server/schema.gen.ts'
import type { CallFacts } from './events.ts'

interface LiveCall {
  provider: string
  providerCallId: string | null
  /** Of the dispatch. */
  traceContext: string | null
  askedAt: Date
  declined: boolean
  /** The meeting times offered in the call. */
  offered: OfferedSlot[]
  menu: string[]
  /** First name of the called person. */
  calledName: string | null
  /** Who spoke last, as far as it was recognised, and their words. */
  answerer: Answerer | null
  words: string | null
  /** A person has made a choice. */
  hasPerson: boolean
  optedOut: boolean
  /** When the platform ends the call; null: not requested. */
  endAt: Date | null
  /** null during the call. */
  endedAt: Date | null
}

/** Calls whose script was stored for dialling, by our id. */
const loadLiveCall = inBatches(async (db: Kysely<DB>, callIds: readonly number[]) => {
  const rows = await db
    .selectFrom('calls')
    .innerJoin('liveScripts', 'liveScripts.callId', 'calls.id')
    .select([
      'calls.id',
      'provider',
      'providerCallId',
      'traceContext',
      'liveScripts.createdAt as askedAt',
      'recordingDeclined as declined',
      'liveScripts.offered',
      'liveScripts.endAt',
      'calledName',
      sql<
        string[]
      >`array(select item ->> 'option' from jsonb_array_elements(live_scripts.script -> 'menu') item)`.as(
        'menu',
      ),
      ...(['calls.response', 'calls.finishedAt', 'calls.callEndTime'] as const),
      sql<{
        who: Answerer
        text: string | null
      } | null>`(select jsonb_build_object('who', data ->> 'who', 'text', data ->> 'text')
        from call_events where call_id = calls.id and called_at = calls.created_at and kind = 'answered_by'
        order by at desc, key desc limit 1)`.as('recognised'),
      sql<boolean>`exists (select from call_events where call_id = calls.id and called_at = calls.created_at
        and kind in ('option', 'operator') and data ->> 'relayed' is null)`.as('hasPerson'),
    ])
    .where('calls.id', '=', anyOf(callIds))
    .execute()
  return new Map(
    rows.map(
      ({ id, offered, recognised, response, finishedAt, callEndTime, ...facts }): [number, LiveCall] => [
        id,
        {
          ...facts,
          // storeOffered wrote them
          offered: offered as unknown as OfferedSlot[],
          ...{ answerer: recognised?.who ?? null, words: recognised?.text ?? null },
          optedOut: response === 'option_4',
          endedAt: finishedAt && (callEndTime ?? finishedAt),
        },
      ],
    ),
  )
})

/** When we requested the call, and the result of its conversation; undefined: never requested. */
export async function findLive(
  db: Kysely<DB>,
  callId: number,
): Promise<Omit<LiveCall, 'provider' | 'providerCallId'> | undefined> {
  return loadLiveCall(db, callId)
}

/** The stored facts that a report is read with. */
export const factsOf = (
  live: Awaited<ReturnType<typeof findLive>>,
  { declined, clock }: Pick<CallFacts, 'declined' | 'clock'>,
): CallFacts => ({
  ...{ declined, clock, offered: live?.offered ?? [], menu: live?.menu ?? null },
  ...{ calledName: live?.calledName ?? null, answerer: live?.answerer ?? null },
})

/** Stored before the person is promised it: from then on the recording is never fetched. */
export async function storeDeclined(db: Kysely<DB>, callId: number): Promise<void> {
  await db.updateTable('liveScripts').set({ recordingDeclined: true }).where('callId', '=', callId).execute()
}

/**
 * Our call, if Vapi's call belongs to it; also after a fallback to another provider: whether its events are recorded is
 * decided elsewhere.
 */
export async function findOwnCall(
  db: Kysely<DB>,
  callId: number,
  vapiId: string,
): Promise<Pick<LiveCall, 'traceContext'> | undefined> {
  const row = await loadLiveCall(db, callId)
  return row?.provider !== 'vapi' || (row.providerCallId ?? vapiId) === vapiId ? row : undefined
}

/** Our call's id by Vapi's id. */
export async function findByVapiId(db: Kysely<DB>, vapiId: string): Promise<number | null> {
  const row = await db
    .selectFrom('calls')
    .select('id')
    .where('provider', '=', 'vapi')
    .where('providerCallId', '=', vapiId)
    .executeTakeFirst()
  return row?.id ?? null
}
