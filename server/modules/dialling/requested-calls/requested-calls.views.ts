import { sql } from 'kysely'
import type { CallOutcome } from '#contract/calls.ts'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'

/** A finished dial. */
export interface RequestedDial {
  callId: number
  outcome: CallOutcome
  failure: string | null
  /** On the clock that calling hours are judged by. */
  at: Date
}

export async function findDials(ctx: Ctx, callIds: readonly number[]): Promise<RequestedDial[]> {
  const { rows } = await sql<RequestedDial>`
    select id as "callId", outcome, failure, coalesce(simulated_at, created_at) as at
    from calls where id = ${anyOf(callIds)} and outcome is not null`.execute(ctx.db)
  return rows
}
