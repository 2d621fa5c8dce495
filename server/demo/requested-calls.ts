import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import {
  findRequestOrigin,
  proposeFor,
} from '#server/modules/dialling/requested-calls/plan-requested-call.ts'
import { readBack } from '#server/modules/telephony/callback-words.rules.ts'
import { sayIn } from './said-words.ts'

const HOUR_MS = 3_600_000
/** After the clock's start, so that the call shows as planned for a while. */
const HOURS_AHEAD = 4
const WINDOW_MS = 15 * 60_000
const KEPT_WORDS = 'Call me about this another day.'
const PLANNED_WORDS = 'Ring me later, I am with a client.'

/** A requested call that was dialled, and one that is due today. Only inside `ctx.tx`, after all calls. */
export async function addRequestedCalls(tx: Ctx): Promise<void> {
  await addKept(tx)
  await addPlanned(tx)
  // the wishes are as old as their calls
  await sql`update activities a set created_at = c.call_end_time, simulated_at = c.simulated_at
    from calls c where a.type = 'call_requested' and c.id = a.call_id`.execute(tx.db)
}

/** Of a broker who was reached twice: the second call is the one that they asked for in the first. */
async function addKept(tx: Ctx): Promise<void> {
  const { rows } = await sql<{
    origin: number
    dial: number
    brokerId: number
    campaignId: number
    phone: string
    at: Date
    then: Date
  }>`
    select a.id as origin, d.id as dial, a.broker_id as "brokerId", a.campaign_id as "campaignId", a.to_number as phone,
      coalesce(a.simulated_at, a.created_at) as at, coalesce(d.simulated_at, d.created_at) as then
    from calls a join calls d on d.broker_id = a.broker_id and d.to_number = a.to_number and d.created_at > a.created_at
    where a.outcome = 'human' and d.outcome = 'human' and a.response is null and not a.test and not d.test
    order by d.created_at desc limit 1`.execute(tx.db)
  const [row] = rows
  if (!row) return
  const { origin, dial, brokerId, campaignId, phone, at, then } = row
  await tx.db.updateTable('calls').set({ requested: true }).where('id', '=', dial).execute()
  await tx.db
    .insertInto('requestedCalls')
    .values({
      ...{
        state: 'kept',
        brokerId,
        campaignId,
        phone,
        simulated: true,
        words: KEPT_WORDS,
      },
      ...{ askedInCallId: origin, callId: dial, dueAt: then, untilAt: new Date(then.getTime() + WINDOW_MS) },
      ...{ createdAt: at, closedAt: then },
    })
    .execute()
  await askIn(tx, origin, KEPT_WORDS, then)
  await addActivity(tx, {
    ...{ type: 'call_requested', description: 'Asked to be called another day', brokerId, campaignId },
    ...{ callId: origin, simulated: true, simulatedAt: at },
  })
}

/** Of a broker who was reached lately and may be called again. */
async function addPlanned(tx: Ctx): Promise<void> {
  const provider = tx.providers.voice.named('simulator')
  if (!provider) return
  const from = new Date((await provider.clockAtStart()).getTime() + HOURS_AHEAD * HOUR_MS)
  const wish = { from, to: new Date(from.getTime() + WINDOW_MS) }
  const { rows } = await sql<{ id: number }>`
    select c.id from calls c join campaigns p on p.id = c.campaign_id
    where c.outcome = 'human' and c.response is null and not c.test and p.status <> 'paused'
    order by c.created_at desc limit 20`.execute(tx.db)
  for (const { id } of rows) {
    const origin = await findRequestOrigin(tx, id)
    const proposal = origin && (await proposeFor(tx, origin, wish))
    if (proposal?.kind !== 'time') continue
    const window = { from: proposal.dueAt, to: proposal.until }
    await askIn(tx, id, PLANNED_WORDS, proposal.dueAt)
    await tx.emit('call.callbackRequested', {
      callId: id,
      words: PLANNED_WORDS,
      ...window,
    })
    return
  }
}

/** Lets the person ask for a call at this time and affirm it. */
async function askIn(tx: Ctx, callId: number, words: string, at: Date): Promise<void> {
  const { timezone } = await tx.db
    .selectFrom('calls')
    .innerJoin('brokers', 'brokers.id', 'calls.brokerId')
    .select('brokers.timezone')
    .where('calls.id', '=', callId)
    .executeTakeFirstOrThrow()
  await sayIn(tx, callId, {
    ...{ words, answer: readBack(at, timezone, { moved: false }), reply: 'Yes, thanks.' },
    summary: 'The broker asked to be called at another time.',
  })
}
