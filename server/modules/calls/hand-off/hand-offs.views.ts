import { sql } from 'kysely'
import type { HandOff } from '#contract/calls/hand-offs.ts'
import type { Ctx } from '#server/ctx.ts'

type Row = Omit<HandOff, 'requestedAt' | 'endedAt'> & { requestedAt: Date; endedAt: Date | null }

/** The hand-offs of a call, oldest first, with the phones that rang or failed to. */
export async function viewHandOffs(ctx: Ctx, callId: number): Promise<HandOff[]> {
  const { rows } = await sql<Row>`
    select h.state, h.requested_at, h.ended_at,
      coalesce((select json_agg(json_build_object('role', r.role, 'name', r.name, 'state', r.state, 'end', r.ended_by)
          order by r.position)
        from hand_off_rings r where r.hand_off_id = h.id and r.state <> 'requested'), '[]') as rings
    from hand_offs h where h.call_id = ${callId} order by h.id`.execute(ctx.db)
  return rows.map(({ requestedAt, endedAt, ...row }) => ({
    ...row,
    requestedAt: requestedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }))
}
