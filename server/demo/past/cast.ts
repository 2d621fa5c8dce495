import type { Region } from '#contract/brokers/brokers.ts'
import type { CampaignRow } from '#server/modules/campaigns/store.ts'
import { SCREENED } from '#server/providers/simulator/plan/scenario.ts'
import type { PastCall } from '../history.ts'

/** The rows that the history's indexes refer to. */
export interface Cast {
  brokers: readonly { id: number; phone: string; email: string; region: Region; timezone: string }[]
  campaigns: readonly (CampaignRow & { versionId: number })[]
}

/** The number passed to the simulator: its last digits select this ending. */
export const dialled = (phone: string, { ending }: PastCall): string =>
  ending === 'screened' ? `${phone.slice(0, -SCREENED.length)}${SCREENED}` : `${phone.slice(0, -1)}${ending}`
