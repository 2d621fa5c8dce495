import { sql } from 'kysely'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { loadSampleData as endpoint } from '#contract/scoring.ts'
import { alwaysOffered } from '#contract/scoring-months.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { sampleLoans } from './sample-loans.rules.ts'

/** Brokers per statement. */
const BATCH = 2000

/** @throws AppError forbidden */
export async function loadSampleData(ctx: Ctx): Promise<ReturnsOf<typeof endpoint>> {
  authorise(ctx, 'scoring.calculate')
  return ctx.tx(async (tx) => {
    const loans = await fillSampleLoans(tx)
    if (loans > 0) {
      await sql`insert into outdated_months (month, since) select distinct month, ${tx.now()}::timestamptz from score_runs
        where month >= ${alwaysOffered.at(-1)} on conflict do nothing`.execute(tx.db)
    }
    await audit(tx, {
      action: 'scoring.sample_data_loaded',
      subjectType: 'score_month',
      subjectId: alwaysOffered[0],
      after: { loans },
    })
    tx.changed('scoring')
    return { loans, months: [...alwaysOffered] }
  })
}

/** Fills the three months with made-up loans of the brokers present; what is there already stays. @returns how many are new */
export async function fillSampleLoans(ctx: Ctx): Promise<number> {
  const brokers = await ctx.db.selectFrom('brokers').select('id').orderBy('id').execute()
  let loans = 0
  for (let at = 0; at < brokers.length; at += BATCH) {
    const rows = brokers.slice(at, at + BATCH).flatMap(({ id }) => sampleLoans(id))
    const added = await sql`
      insert into loans (loan_id, broker_id, lodged_on, approved_on, settled_on, amount, lvr, credit_score, reworked, defaulted)
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i("loanId" text, "brokerId" int, "lodgedOn" date,
        "approvedOn" date, "settledOn" date, amount numeric, lvr numeric, "creditScore" smallint, reworked boolean,
        defaulted boolean)
      on conflict (loan_id) do nothing`.execute(ctx.db)
    loans += Number(added.numAffectedRows ?? 0)
  }
  return loans
}
