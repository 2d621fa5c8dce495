import type { Region } from '#contract/brokers.ts'
import type { CampaignRow } from '#server/modules/campaigns/store.ts'
import type { PastCall } from '../history.ts'

/** What the history's indexes stand for. */
export interface Cast {
  brokers: readonly { id: number; phone: string; email: string; region: Region; timezone: string }[]
  campaigns: readonly (CampaignRow & { versionId: number })[]
}

/** The number as the simulator is asked to dial it: the last digit makes it play this ending. */
export const dialled = (phone: string, { ending }: PastCall): string => `${phone.slice(0, -1)}${ending}`
