import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { startOf } from '#server/modules/calls/transcripts/readings.rules.ts'
import { at } from './at.ts'
import { sayIn } from './said-words.ts'

const WORDS = 'I am not sure that I want these calls.'
const QUESTION =
  'Do you want no more calls from us? Say yes, or press 4, and we will not call this number again. Otherwise say no.'

/** The newest call without a response may be an opt-out: its number is on hold. Only inside `ctx.tx`, after all calls. */
export async function addUnclearOptOut(tx: Ctx): Promise<void> {
  const { rows } = await sql<{ id: number; end: Date; duration: number }>`
    select c.id, c.call_end_time as end, c.duration from calls c
    where c.outcome = 'human' and c.response is null and not c.test and c.duration is not null
      and not exists (select from suppressions s where s.phone = c.to_number)
      and not exists (select from requested_calls r where r.broker_id = c.broker_id)
      and not exists (select from users u where u.broker_id = c.broker_id)
    order by c.created_at desc limit 1`.execute(tx.db)
  const [call] = rows
  if (!call) return
  await sayIn(tx, call.id, {
    words: WORDS,
    answer: QUESTION,
    reply: null,
    summary: 'The broker may want no more calls.',
  })
  await at(tx, call.end).emit('call.optOutUnclear', {
    callId: call.id,
    evidence: { text: WORDS, rule: null, words: null, second: startOf(WORDS, call.duration) },
    at: call.end,
  })
}
