import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { can } from '#server/modules/accounts/policy.ts'
import { type DueReport, reportOccasion } from './weekly-report.rules.ts'

export interface Subscriber {
  id: number
  name: string
  email: string
}

type Row = Subscriber & { role: string | null; twoFactorEnabled: boolean }

/**
 * The subscribers who still have to get this report: they subscribed in time, can be reached, and may read its content.
 * @param only of them
 */
export async function viewSubscribers(ctx: Ctx, due: DueReport, only?: number): Promise<Subscriber[]> {
  const { rows } = await sql<Row>`
    select u.id, u.name, u.email, u.role, u.two_factor_enabled
    from weekly_report_subscriptions s join users u on u.id = s.user_id
    where s.created_at < ${due.from} and u.disabled_at is null and u.invited_at is null and u.email_verified
      ${only === undefined ? sql`` : sql`and u.id = ${only}`}
    order by u.id`.execute(ctx.db)
  const readers = rows.filter((row) => mayRead(ctx, row))
  const sent = await occasionsSent(
    ctx,
    readers.map(({ id }) => reportOccasion(id, due.monday)),
  )
  return readers.filter(({ id }) => !sent.has(reportOccasion(id, due.monday)))
}

/** As the gate decides it for Analytics itself. */
function mayRead({ providers }: Ctx, { id, role, name, email, twoFactorEnabled }: Row): boolean {
  if (role === null) return false
  const mustSetUpTwoFactor = providers.installation.requireTwoFactor && !twoFactorEnabled
  return can(
    { kind: 'staff', userId: id, role, name, email, ip: null, mustSetUpTwoFactor },
    'admin_area.read',
  )
}

async function occasionsSent(ctx: Ctx, occasions: readonly string[]): Promise<Set<string>> {
  if (occasions.length === 0) return new Set()
  const rows = await ctx.db
    .selectFrom('messages')
    .select('occasion')
    .where('occasion', 'in', [...occasions])
    .execute()
  return new Set(rows.map(({ occasion }) => occasion))
}
