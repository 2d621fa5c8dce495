import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { MessageRow } from '../store.ts'
import { codeSentence, contactCode } from './contact-codes.rules.ts'

/** Adds the code to each SMS that is the first one to its number. Emails stay as they are. */
export async function withCodes(ctx: Ctx, rows: readonly MessageRow[]): Promise<readonly MessageRow[]> {
  const numbers = rows.flatMap(({ channel, recipient }) => (channel === 'sms' ? recipient : []))
  if (numbers.length === 0) return rows
  const { secret, publicUrl } = ctx.providers
  const written = await writtenTo(ctx, numbers)
  return rows.map((row) => {
    if (row.channel !== 'sms' || written.has(keyOf(row))) return row
    written.add(keyOf(row))
    const code = contactCode(secret, { kind: 'sms', occasion: row.occasion })
    return { ...row, body: row.body + codeSentence(code, publicUrl) }
  })
}

/** Simulated messages do not count for live ones. */
const keyOf = ({ recipient, simulated }: Pick<MessageRow, 'recipient' | 'simulated'>): string =>
  `${recipient} ${simulated}`

/** The numbers that an SMS was sent to, or will be. */
async function writtenTo(ctx: Ctx, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('messages')
    .distinct()
    .select(['recipient', 'simulated'])
    // the index is on the lower-case recipient
    .where(sql<SqlBool>`lower(recipient) = any(${[...numbers]})`)
    .where('channel', '=', 'sms')
    .where('status', 'not in', ['failed', 'cancelled'])
    .execute()
  return new Set(rows.map(keyOf))
}
