import { sql } from 'kysely'
import { hasPapers } from '#contract/accreditations/accreditations.ts'
import { neededForCalls } from '#contract/system/organisation.ts'
import { type Setup, type SetupStep, setupSteps } from '#contract/system/setup.ts'
import type { Ctx } from '#server/ctx.ts'

type Found = Omit<Record<SetupStep, boolean>, 'organisation' | 'papers' | 'calling'> & { putAway: boolean }

/** Which first steps are done, derived from the data: each check reads one row at most. */
export async function viewSetup(ctx: Ctx): Promise<Setup> {
  const userId = ctx.actor.kind === 'staff' ? ctx.actor.userId : null
  const [{ rows }, organisation] = await Promise.all([
    sql<Found>`
      select exists (select from brokers) as brokers,
        exists (select from bdms where active) as bdms,
        exists (select from register_snapshots) as registers,
        exists (select from campaigns) as campaign,
        exists (select from setup_put_away where user_id = ${userId}) as put_away`.execute(ctx.db),
    ctx.db
      .selectFrom('organisation')
      .select([...neededForCalls, 'termsUrl', 'privacyUrl'])
      .executeTakeFirstOrThrow(),
  ])
  const [found] = rows
  if (!found) throw new Error('the look at the first steps returned no row')
  const { putAway, ...seen } = found
  const { active } = ctx.providers.voice
  const done: Record<SetupStep, boolean> = {
    ...seen,
    organisation: neededForCalls.every((field) => organisation[field] !== ''),
    papers: hasPapers(organisation),
    calling: active !== null,
  }
  return {
    steps: setupSteps.map((step) => ({ step, done: done[step] })),
    done: setupSteps.every((step) => done[step]),
    simulated: active?.simulated ?? false,
    putAway,
  }
}
