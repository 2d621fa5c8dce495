import {
  type CallingRules,
  looserParts,
  type saveCallingRules as saveEndpoint,
} from '#contract/campaigns/calling-rules.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise, can } from '#server/modules/accounts/policy.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import {
  deleteDraftRules,
  lockDraftRules,
  storeDraftRules,
  storePublishedRules,
} from './calling-rules.store.ts'
import { loadRuleTimeline, viewCallingRules } from './calling-rules.views.ts'
import { rulesAt } from './rules-in-force.rules.ts'

const dateOf = (instant: string | null): Date | null => (instant === null ? null : new Date(instant))

async function viewOne(ctx: Ctx, id: number): Promise<CallingRules> {
  const found = (await viewCallingRules(ctx)).find((one) => one.id === id)
  if (!found) throw notFound('Calling rules')
  return found
}

/** @throws AppError forbidden */
export async function saveDraftRules(ctx: Ctx, body: BodyOf<typeof saveEndpoint>): Promise<CallingRules> {
  authorise(ctx, 'calling_rules.write')
  return ctx.tx(async (tx) => {
    const before = await lockDraftRules(tx)
    const { validFrom, validTo, ...others } = body
    const draft = { ...others, validFrom: dateOf(validFrom), validTo: dateOf(validTo) }
    const id = await storeDraftRules(tx, before?.id ?? null, draft)
    await audit(tx, {
      action: 'calling_rules.drafted',
      subjectType: 'calling_rules',
      subjectId: id,
      ...(before && { before: { rules: before.rules } }),
      after: body,
    })
    return viewOne(tx, id)
  })
}

/** @throws AppError forbidden, not_found */
export async function discardDraftRules(ctx: Ctx): Promise<void> {
  authorise(ctx, 'calling_rules.write')
  await ctx.tx(async (tx) => {
    const draft = await lockDraftRules(tx)
    if (!draft) throw notFound('Draft')
    await deleteDraftRules(tx, draft.id)
    await audit(tx, { action: 'calling_rules.discarded', subjectType: 'calling_rules', subjectId: draft.id })
  })
}

/**
 * Publishes the draft from its instant on; one in the past counts from now on, so that no decision is changed
 * afterwards. Only compliance publishes rules that permit more than those that they replace.
 * @throws AppError forbidden, not_found, rule_forbids
 */
export async function publishDraftRules(ctx: Ctx): Promise<CallingRules> {
  authorise(ctx, 'calling_rules.write')
  return ctx.tx(async (tx) => {
    const draft = await lockDraftRules(tx)
    if (!draft) throw notFound('Draft')
    const now = tx.now()
    const validFrom = draft.validFrom && draft.validFrom > now ? draft.validFrom : now
    if (draft.validTo && draft.validTo <= validFrom)
      throw new AppError('rule_forbids', 'These rules would end before they begin: change their dates first.')
    const before = rulesAt(await loadRuleTimeline(tx), validFrom)
    const looser = looserParts(draft.rules, before.rules)
    if (looser.length > 0 && !can(tx.actor, 'calling_rules.loosen'))
      throw new AppError(
        'rule_forbids',
        `Only compliance staff publish rules that permit more than version ${before.version}: ${looser.join(', ')}.`,
      )
    const version = await storePublishedRules(tx, draft.id, validFrom)
    await audit(tx, {
      action: 'calling_rules.published',
      subjectType: 'calling_rules',
      subjectId: draft.id,
      before: { version: before.version, rules: before.rules },
      after: { version, looser, ...draft, validFrom },
    })
    return viewOne(tx, draft.id)
  })
}
