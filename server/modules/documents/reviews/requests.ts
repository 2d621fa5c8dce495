import type { askForDocument as askEndpoint } from '#contract/documents/document-reviews.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { actorName } from '#server/modules/reviews/decide-review.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { lockBroker } from '../store.ts'
import { notifyBroker } from './notify-broker.ts'
import { insertRequest } from './requests.store.ts'

/**
 * Requests a document or a newer version from a broker, by email and in the portal until the next upload of that type.
 * @throws AppError forbidden, not_found, invalid
 */
export async function askForDocument(
  ctx: Ctx,
  brokerId: number,
  { documentTypeId, note }: BodyOf<typeof askEndpoint>,
): Promise<void> {
  authorise(ctx, 'documents.review')
  await ctx.tx(async (tx) => {
    if (!(await lockBroker(tx, brokerId))) throw notFound('Broker')
    const type = await tx.db
      .selectFrom('documentTypes')
      .select('name')
      .where('id', '=', documentTypeId)
      .where('retiredAt', 'is', null)
      .executeTakeFirst()
    if (!type) throw invalid({ documentTypeId: 'Choose a document type that is still in use' })
    const id = await insertRequest(tx, { brokerId, documentTypeId, note, actor: actorName(tx) })
    await audit(tx, {
      action: 'document.asked',
      subjectType: 'broker',
      subjectId: brokerId,
      after: { typeName: type.name, note },
    })
    await addActivity(tx, {
      type: 'document_asked',
      description: `Requested a document: ${type.name}`,
      brokerId,
      simulated: false,
    })
    await notifyBroker(tx, {
      brokerId,
      kind: 'document_asked',
      occasion: `document-request:${id}:${tx.requestId}`,
      facts: { typeName: type.name, note },
    })
  })
}
