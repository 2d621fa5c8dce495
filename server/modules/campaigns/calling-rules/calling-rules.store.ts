import { sql } from 'kysely'
import type { RuleSet } from '#contract/campaigns/calling-rules.ts'
import type { Ctx } from '#server/ctx.ts'

export interface DraftRules {
  rules: RuleSet
  validFrom: Date | null
  validTo: Date | null
  source: string
  note: string
}

/** Locks the draft until the transaction ends. */
export async function lockDraftRules(tx: Ctx): Promise<({ id: number } & DraftRules) | undefined> {
  const row = await tx.db
    .selectFrom('callingRules')
    .select(['id', 'rules', 'validFrom', 'validTo', 'source', 'note'])
    .where('version', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  // rules are checked before they are stored
  return row && { ...row, rules: row.rules as unknown as RuleSet }
}

/** Adds the draft, or changes the one with this id. */
export async function storeDraftRules(tx: Ctx, id: number | null, draft: DraftRules): Promise<number> {
  const values = { ...draft, rules: JSON.stringify(draft.rules), updatedAt: tx.now() }
  const stored =
    id === null
      ? await tx.db.insertInto('callingRules').values(values).returning('id').executeTakeFirstOrThrow()
      : await tx.db
          .updateTable('callingRules')
          .set(values)
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirstOrThrow()
  return stored.id
}

export async function deleteDraftRules(tx: Ctx, id: number): Promise<void> {
  await tx.db.deleteFrom('callingRules').where('id', '=', id).where('version', 'is', null).execute()
}

/** Publishes the draft as the next version. @returns the version */
export async function storePublishedRules(tx: Ctx, id: number, validFrom: Date): Promise<number> {
  const row = await tx.db
    .updateTable('callingRules')
    .set({
      version: sql<number>`(select max(version) + 1 from calling_rules)`,
      ...{ validFrom, publishedAt: tx.now() },
      publishedBy: tx.actor.kind === 'staff' ? tx.actor.userId : null,
    })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  if (row.version === null) throw new Error('published calling rules have no version')
  return row.version
}
