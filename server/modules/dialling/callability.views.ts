import { LONGEST_CAP_DAYS } from '#contract/campaigns/calling-rules.ts'
import type { Callability } from '#contract/campaigns/dialling.ts'
import type { Ctx } from '#server/ctx.ts'
import { loadLaw } from '#server/modules/campaigns/calling-rules/calling-rules.views.ts'
import { ANY_HOURS, callabilityOf } from './callability.rules.ts'
import { callingWindow } from './calling-window.rules.ts'
import { loadCandidates } from './candidates.views.ts'
import type { CallPolicy } from './facts.rules.ts'
import { DATA_VERSIONS } from './views.ts'

/** Matches no campaign, so that no dials or enrolments are loaded. */
const NO_CAMPAIGN = 0

/** Whether these brokers may be called, for a page of a list; deleted ones are left out. */
export async function viewCallability(ctx: Ctx, brokerIds: readonly number[]): Promise<Callability[]> {
  const provider = ctx.providers.voice.active
  const simulated = provider?.simulated ?? false
  const now = provider ? await provider.clockAtStart() : ctx.now()
  const [{ hours, law }, candidates] = await Promise.all([
    loadLaw(ctx),
    loadCandidates(ctx, {
      campaignId: NO_CAMPAIGN,
      simulated,
      now,
      brokerIds,
      past: 'none',
      capDays: LONGEST_CAP_DAYS,
    }),
  ])
  const policy: CallPolicy = {
    window: callingWindow(ANY_HOURS, hours),
    ...{ hours, law },
    provider: { name: provider?.name ?? 'none', simulated },
    dataVersions: DATA_VERSIONS,
    leadMs: 0,
    bestHours: null,
    budgetUsed: null,
  }
  return candidates.map(({ facts }) => callabilityOf(facts, policy, now))
}
