import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { getPush } from '#contract/messages/notifications.ts'
import { roleMay, staffRoles } from '#contract/policy.ts'
import { type TaskKind, taskKinds, taskTerms } from '#contract/tasks/task-kinds.ts'
import type { Ctx } from '#server/ctx.ts'
import type { PushTarget } from '#server/providers/ports/push.ts'
import { NEEDS_NOBODY } from './notifications.views.ts'

/** Announced in one message: more of them are named by their number. */
const MOST_TASKS = 100

/** The installation's public key, and the signed-in person's devices by the hash of their address. */
export async function viewPush(ctx: Ctx): Promise<ReturnsOf<typeof getPush>> {
  const publicKey = ctx.providers.push?.publicKey ?? null
  if (ctx.actor.kind !== 'staff' || publicKey === null) return { publicKey, devices: [] }
  const rows = await ctx.db
    .selectFrom('pushSubscriptions')
    .select('endpoint')
    .where('userId', '=', ctx.actor.userId)
    .orderBy('id')
    .execute()
  return { publicKey, devices: rows.map(({ endpoint }) => hashOf(endpoint)) }
}

const hashOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex')

const rolesFor = (kind: TaskKind) =>
  staffRoles.filter((role) => roleMay(role, 'tasks.work') && roleMay(role, taskTerms[kind].right))

/** Devices of people who may work on tasks of a kind. */
export async function findDevicesFor(ctx: Ctx, kind: TaskKind): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('pushSubscriptions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select('s.id')
    .where('u.role', 'in', rolesFor(kind))
    .where('u.disabledAt', 'is', null)
    .orderBy('s.id')
    .execute()
  return rows.map(({ id }) => id)
}

export interface Device extends PushTarget {
  /** Tasks that were opened since the last message, for this person or for anybody, the oldest first. */
  tasks: { id: number; kind: TaskKind; createdAt: Date }[]
}

/** A device with the tasks to announce on it; undefined where it was removed, or its user may not sign in. */
export async function findDevice(ctx: Ctx, id: number): Promise<Device | undefined> {
  const row = await ctx.db
    .selectFrom('pushSubscriptions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select(['s.endpoint', 's.p256dh', 's.auth', 's.announcedUntil', 's.userId', 'u.role'])
    .where('s.id', '=', id)
    .where('u.disabledAt', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { announcedUntil, userId, role, ...target } = row
  const own = staffRoles.find((each) => each === role)
  const kinds = taskKinds.filter(
    (kind) => kind !== NEEDS_NOBODY && roleMay(own, 'tasks.work') && roleMay(own, taskTerms[kind].right),
  )
  const { rows: tasks } = await sql<Device['tasks'][number]>`
    select id, kind, created_at as "createdAt" from tasks
    where state = 'open' and created_at > ${announcedUntil} and kind = any(${kinds})
      and (assigned_to is null or assigned_to = ${userId})
    order by created_at, id limit ${MOST_TASKS}`.execute(ctx.db)
  return { ...target, tasks }
}
