import type { Ctx } from '#server/ctx.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Checks the details that every live greeting must give: the lender, a number to call back and the agent.
 * @throws AppError rule_forbids with the missing details and where to set them
 */
export async function requireOrganisation(ctx: Ctx): Promise<void> {
  const row = await ctx.db
    .selectFrom('organisation')
    .select(['legalName', 'contactPhone', 'agentName'])
    .executeTakeFirstOrThrow()
  const missing = [
    ...(row.legalName ? [] : ['legal name']),
    ...(row.contactPhone ? [] : ['contact phone']),
    ...(row.agentName ? [] : ['agent name']),
  ]
  if (missing.length === 0) return
  throw new AppError(
    'rule_forbids',
    `Every call must say who is calling. Fill in ${missing.join(', ')} in Settings, System, before making calls.`,
  )
}
