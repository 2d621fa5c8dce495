import type { BodyOf } from '#contract/endpoint.ts'
import type {
  createMicrosite as createEndpoint,
  MicrositeContent,
  updateMicrosite as updateEndpoint,
} from '#contract/microsites/microsites.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit, changedFields } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import { errorCode } from '#server/platform/startup-error.ts'
import { PAGES_TOPIC } from './pages/microsite-pages.ts'
import { filledContent } from './rules.ts'
import {
  changeMicrosite,
  deleteMicrositeRow,
  insertMicrosite,
  lockMicrosite,
  type MicrositeRow,
} from './store.ts'
import { deleteMicrositeVisits } from './visits/visits.store.ts'

export const SLUG_TAKEN = 'Another microsite has this slug. Choose another.'
export const NO_CAMPAIGN = 'This campaign no longer exists. Choose another.'

const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'

/** Creates a microsite; empty texts get their defaults. @throws AppError forbidden, invalid, conflict */
export async function createMicrosite(ctx: Ctx, input: BodyOf<typeof createEndpoint>): Promise<number> {
  authorise(ctx, 'microsites.write')
  const { name: title, slug, campaignId, ...content } = input
  return withFieldErrors(
    ctx.tx(async (tx) => {
      const createdBy = tx.actor.kind === 'staff' ? tx.actor.userId : null
      const values = { title, slug, campaignId, content: filledContent(content) }
      const { id } = await insertMicrosite(tx, { ...values, createdBy })
      await audit(tx, { action: 'microsite.created', subjectType: 'microsite', subjectId: id, after: values })
      tx.changed(PAGES_TOPIC)
      return id
    }),
  )
}

/** Changes a microsite; omitted parts of the content stay. @throws AppError forbidden, invalid, not_found, conflict */
export async function updateMicrosite(
  ctx: Ctx,
  id: number,
  { content, ...changes }: BodyOf<typeof updateEndpoint>,
): Promise<void> {
  authorise(ctx, 'microsites.write')
  await withFieldErrors(
    ctx.tx(async (tx) => {
      const before = await lockMicrosite(tx, id, 'change')
      if (!before) throw notFound('Microsite')
      const values = {
        ...changes,
        ...(content && { content: filledContent({ ...storedContentOf(before), ...content }) }),
      }
      const changed = changedFields<MicrositeRow>(before, values)
      if (!changed) return
      await changeMicrosite(tx, id, values)
      await audit(tx, { action: 'microsite.changed', subjectType: 'microsite', subjectId: id, ...changed })
      tx.changed(PAGES_TOPIC)
    }),
  )
}

/** Deletes a microsite and its visits, also from the totals. @throws AppError forbidden, not_found */
export async function deleteMicrosite(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'microsites.write')
  await ctx.tx(async (tx) => {
    const before = await lockMicrosite(tx, id, 'delete')
    if (!before) throw notFound('Microsite')
    await deleteMicrositeVisits(tx, id)
    await deleteMicrositeRow(tx, id)
    const { title, slug, campaignId, content, active, visits } = before
    await audit(tx, {
      action: 'microsite.deleted',
      subjectType: 'microsite',
      subjectId: id,
      before: { title, slug, campaignId, content, active, visits },
    })
    tx.changed(PAGES_TOPIC)
  })
}

/** Converts violated constraints on slug and campaign to messages for their fields. */
async function withFieldErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (errorCode(error) === UNIQUE_VIOLATION) {
      throw new AppError('conflict', SLUG_TAKEN, { fields: { slug: SLUG_TAKEN } })
    }
    if (errorCode(error) === FOREIGN_KEY_VIOLATION) throw invalid({ campaignId: NO_CAMPAIGN })
    throw error
  }
}

/** As createMicrosite and updateMicrosite wrote it. */
const storedContentOf = ({ content }: MicrositeRow): MicrositeContent =>
  content as unknown as MicrositeContent
