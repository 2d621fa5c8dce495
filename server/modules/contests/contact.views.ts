import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'

/** How a person is addressed and reached. */
export interface Contact {
  name: string
  /** The sign-in address, else that of the record or the application. */
  email: string | null
  brokerId: number | null
  applicationId: number | null
}

export async function findContact(
  ctx: Ctx,
  { brokerId, applicationId }: { brokerId: number | null; applicationId?: number | null },
): Promise<Contact> {
  const ids = { brokerId, applicationId: applicationId ?? null }
  const { rows } = await sql<Pick<Contact, 'name' | 'email'>>`
    select b.name, coalesce(u.email, nullif(b.email, '')) as email
    from brokers b left join users u on u.broker_id = b.id and u.disabled_at is null where b.id = ${brokerId}
    union all
    select concat_ws(' ', a.first_name, a.last_name), nullif(a.email, '') from applications a
    where a.id = ${ids.applicationId} and ${brokerId}::int is null limit 1`.execute(ctx.db)
  return { ...(rows[0] ?? { name: '', email: null }), ...ids }
}
