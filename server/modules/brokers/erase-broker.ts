import { sql } from 'kysely'
import type { ErasureLine, ErasureReceipt } from '#contract/erasure.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Person } from '#server/events.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { auditRowsAbout, eraseFromAudit } from '#server/modules/accounts/erase-from-audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { IN_CALL } from './brokers.ts'
import { notationsOf, personOf } from './person.ts'
import { deleteBrokerRow, findBroker, isInCall } from './store.ts'

const KEPT_NUMBER =
  'Shows that a number may not be called, or why it was called. It stands there without a name.'

/**
 * Deletes a broker and erases the person in every module. Suppressions, decisions and the audit log stay, without a name.
 * @throws AppError forbidden, not_found, conflict
 */
export async function eraseBroker(ctx: Ctx, id: number): Promise<ErasureReceipt> {
  authorise(ctx, 'brokers.write')
  return ctx.tx(async (tx) => {
    // locked before the check for calls, because the dispatcher skips locked brokers
    const broker = await findBroker(tx, id, { forUpdate: true })
    if (!broker) throw notFound('Broker')
    if (await isInCall(tx, id)) throw new AppError('conflict', IN_CALL)
    const person = await personOf(tx, broker)
    const about = await auditRowsAbout(tx, person)
    const lines: ErasureLine[] = []
    await tx.emit('broker.erasing', { person, note: (line) => lines.push(line) })
    await tx.emit('broker.deleting', { brokerId: id })
    lines.push(...(await eraseOwn(tx, person)))
    await deleteBrokerRow(tx, id)
    const { names, emails, phones } = person
    const audited = await eraseFromAudit(tx, { names, emails, phones: notationsOf(phones) }, about)
    const reason = 'Shows who did what and when. Names, addresses and numbers of the person are taken out.'
    lines.push({ what: 'Audit log', rows: audited, outcome: 'anonymised', reason })
    const receipt = {
      brokerId: id,
      erasedAt: tx.now().toISOString(),
      lines: lines.filter(({ rows }) => rows > 0),
    }
    await audit(tx, { action: 'broker.deleted', subjectType: 'broker', subjectId: id, after: receipt })
    tx.changed('brokers', 'activities', 'campaigns', 'calls', 'bookings', 'messages', 'dashboard')
    return receipt
  })
}

/** What this module holds: the record with its timeline and enrolments, the lists it came in, and what must stay. */
async function eraseOwn(tx: Ctx, { brokerIds, emails, phones, names }: Person): Promise<ErasureLine[]> {
  const count = async (query: ReturnType<typeof sql<{ rows: number }>>): Promise<number> =>
    (await query.execute(tx.db)).rows[0]?.rows ?? 0
  const timeline = await count(sql`
    select count(*)::int as rows from activities where broker_id = any(${brokerIds})`)
  const texts = [...emails, ...notationsOf(phones)].map((text) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const listRows = await count(sql`
    with cleared as (
      update broker_import_rows set cells = '[]', fields = null, existing_id = null, problems = '[]'
      where existing_id = any(${brokerIds}) or cells::text ilike any(${texts}) or fields::text ilike any(${texts})
        or (fields ->> 'name' = any(${names}) and exists (select from broker_import_changes c
          where c.import_id = broker_import_rows.import_id and c.broker_id = any(${brokerIds})))
      returning 1)
    select count(*)::int as rows from cleared`)
  const former = await count(sql`
    with changes as (delete from broker_import_changes where broker_id = any(${brokerIds}) returning 1),
      merges as (update broker_merges set merged = '{}' where into_id = any(${brokerIds}) returning 1)
    select ((select count(*) from changes) + (select count(*) from merges))::int as rows`)
  const kept = await count(sql`
    select ((select count(*) from suppressions where phone = any(${phones}))
      + (select count(*) from number_washes where phone = any(${phones}))
      + (select count(*) from call_decisions where broker_id = any(${brokerIds})))::int as rows`)
  const erased = (what: string, rows: number): ErasureLine => ({
    what,
    rows,
    outcome: 'erased',
    reason: null,
  })
  return [
    erased('Broker record', 1),
    erased('Timeline', timeline),
    erased('Rows of imported lists', listRows),
    erased('Former versions of the record', former),
    {
      what: 'Suppressions, register checks and call decisions',
      rows: kept,
      outcome: 'kept',
      reason: KEPT_NUMBER,
    },
  ]
}
