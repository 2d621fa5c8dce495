import type { Ctx } from '#server/ctx.ts'
import { storeWords } from '#server/modules/calls/transcripts/transcript-words.store.ts'

interface Line {
  at: number
  speaker: 'agent' | 'caller'
  text: string
}

export interface Interruption {
  words: string
  /** What the agent says to the words. */
  answer: string
  /** What the person says to that; null: they hang up. */
  reply: string | null
  summary: string
}

/** Lets the person interrupt the menu with these words, in place of the last two lines of the call. */
export async function sayIn(tx: Ctx, callId: number, said: Interruption): Promise<void> {
  const call = await tx.db
    .selectFrom('calls')
    .select(['transcript', 'duration'])
    .where('id', '=', callId)
    .executeTakeFirstOrThrow()
  const lines = call.transcript as unknown as Line[] // as intake stores them
  const [menu, goodbye] = lines.slice(-2)
  if (!menu || !goodbye) return
  const { words, answer, reply, summary } = said
  const end = Math.max(goodbye.at, call.duration ?? 0)
  const instead: Line[] = [
    { ...menu, speaker: 'caller', text: words },
    { ...goodbye, speaker: 'agent', text: answer },
    ...(reply === null ? [] : [{ at: end, speaker: 'caller' as const, text: reply }]),
  ]
  await tx.db
    .updateTable('calls')
    .set({ transcript: JSON.stringify([...lines.slice(0, -2), ...instead]), summary })
    .where('id', '=', callId)
    .execute()
  await storeWords(tx, [callId])
}
