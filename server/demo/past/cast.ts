import type { Region } from '#contract/brokers.ts'
import type { CampaignRow } from '#server/modules/campaigns/store.ts'
import type { PastCall } from '../history.ts'

/** The rows that the history's indexes refer to. */
export interface Cast {
  brokers: readonly { id: number; phone: string; email: string; region: Region; timezone: string }[]
  campaigns: readonly (CampaignRow & { versionId: number })[]
}

/** The number passed to the simulator: its last digit selects this ending. */
export const dialled = (phone: string, { ending }: PastCall): string => `${phone.slice(0, -1)}${ending}`
