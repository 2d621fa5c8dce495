import type { ErasureLine, ErasureReceipt } from '#contract/brokers/erasure.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { type Belongings, eraseFromAudit } from '#server/modules/accounts/erase-from-audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { IN_CALL } from './brokers.ts'
import { notationsOf, personOf } from './person.ts'
import { deleteBrokerRow, findBroker, isInCall } from './store.ts'

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
    const subjects: Belongings['subjects'][number][] = []
    const lines: ErasureLine[] = []
    await tx.emit('broker.erasing', {
      person,
      note: (line) => lines.push(line),
      belonged: (type, ids) => subjects.push(...ids.map((of) => ({ type, id: of }))),
    })
    await tx.emit('broker.deleting', { brokerIds: [id] })
    await deleteBrokerRow(tx, id)
    const { brokerIds, names, emails, phones } = person
    const words = { names, emails, phones: notationsOf(phones) }
    const audited = await eraseFromAudit(tx, words, { brokerIds, subjects })
    const reason = 'Shows who did what and when. Names, addresses and numbers of the person are taken out.'
    lines.push({ what: 'Audit log', rows: audited, outcome: 'anonymised', reason })
    const receipt = {
      brokerId: id,
      erasedAt: tx.now().toISOString(),
      lines: lines.filter(({ rows }) => rows > 0),
    }
    await audit(tx, { action: 'broker.deleted', subjectType: 'broker', subjectId: id, after: receipt })
    return receipt
  })
}
