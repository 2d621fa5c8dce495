import { type RawBuilder, sql } from 'kysely'
import { dayCount, type Period } from '#contract/system/retention-periods.ts'
import type { RetentionKind } from '#contract/system/retention-terms.ts'
import type { Ctx } from '#server/ctx.ts'
import type { KeptKind, KeptRows } from '#server/kept.ts'
import { keptAudit, keptSignIns } from '#server/modules/accounts/kept-audit.ts'
import { keptDeclinedFiles, keptDrafts } from '#server/modules/accreditations/kept-applications.ts'
import { keptMeetings } from '#server/modules/bookings/kept-bookings.ts'
import { keptImportRows, keptPreviews } from '#server/modules/brokers/imports/kept-imports.ts'
import { keptCalls, keptRecordings, keptTranscripts } from '#server/modules/calls/kept-calls.ts'
import { keptRequestedCalls } from '#server/modules/dialling/requested-calls/kept-requested-calls.ts'
import { keptReplacedDocuments } from '#server/modules/documents/kept-documents.ts'
import { keptMessages } from '#server/modules/messages/kept-messages.ts'
import { keptVisits } from '#server/modules/microsites/kept-visits.ts'
import { keptTasks } from '#server/modules/tasks/kept-tasks.ts'
import { keptWebhooks } from '#server/modules/webhooks/kept-webhooks.ts'
import { keptJobs } from './kept-jobs.ts'

/** Every kind of the contract, by the module that holds it. */
export const keptKinds: Record<RetentionKind, KeptKind> = {
  recordings: keptRecordings,
  transcripts: keptTranscripts,
  calls: keptCalls,
  messages: keptMessages,
  meetings: keptMeetings,
  tasks: [...keptTasks, ...keptRequestedCalls],
  visits: keptVisits,
  importPreviews: keptPreviews,
  importRows: keptImportRows,
  drafts: keptDrafts,
  declinedFiles: keptDeclinedFiles,
  replacedDocuments: keptReplacedDocuments,
  signIns: keptSignIns,
  audit: keptAudit,
  jobs: keptJobs,
  webhooks: keptWebhooks,
}

const DAY_MS = 86_400_000

/** Data stored before this instant is past its period. */
export function periodStart(period: Period, now: Date): Date {
  return new Date(now.getTime() - dayCount(period) * DAY_MS)
}

/**
 * Removes some rows that are past their period, except those that are no longer due once they are locked.
 * @returns the number of rows found, which decides whether to continue, and the number removed
 * @throws Error if removed rows are still due, as they would be found for ever
 */
export async function removeSome(
  tx: Ctx,
  rows: KeptRows,
  { before, limit }: { before: Date; limit: number },
): Promise<{ found: number; removed: number }> {
  const table = sql.table(rows.table)
  const key = sql.ref(rows.key ?? 'id')
  const idsOf = async (query: RawBuilder<unknown>) =>
    (await sql<{ id: number | string }>`${query}`.execute(tx.db)).rows.map(({ id }) => id)
  if (rows.appendOnly) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`removal:${rows.table}`}, 0))`.execute(tx.db)
  }
  const found = await idsOf(sql`select id from (${rows.due(before)}) as due order by at, id limit ${limit}`)
  if (found.length === 0) return { found: 0, removed: 0 }
  const locked = rows.appendOnly
    ? found
    : await idsOf(sql`select ${key} as id from ${table} where ${key} = any(${found}) order by 1 for update`)
  const stillDue = sql`select id from (${rows.due(before)}) as due where id = any(${locked})`
  const due = await idsOf(stillDue)
  if (due.length > 0) {
    await rows.remove(tx, due)
    const left = await idsOf(stillDue)
    if (left.length > 0) throw new Error(`${rows.table}: ${left.length} rows stay though they were removed`)
  }
  return { found: found.length, removed: due.length }
}
