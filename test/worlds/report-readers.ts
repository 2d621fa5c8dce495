import type { StaffRole } from '#contract/policy.ts'
import type { App } from '#server/app.ts'
import type { Ctx } from '#server/ctx.ts'
import { changeSubscription } from '#server/modules/analytics/reports/report-subscriptions.ts'

export interface Reader {
  id: number
  email: string
  ctx: Ctx
}

/** A member of staff who may be reached by mail. */
export async function addReader(app: App, name: string, role: StaffRole = 'viewer'): Promise<Reader> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@staff.example`
  const { id } = await app.connection.db
    .insertInto('users')
    .values({ email, name, role, emailVerified: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, email, ctx: app.ctx({ kind: 'staff', userId: id, role, name, email, ip: null }) }
}

/** A subscriber of the Monday mail. */
export async function addSubscriber(app: App, name: string, role?: StaffRole): Promise<Reader> {
  const reader = await addReader(app, name, role)
  await changeSubscription(reader.ctx, { weekly: true })
  return reader
}
