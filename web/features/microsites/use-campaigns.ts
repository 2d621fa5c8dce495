import { type Campaign, listCampaigns } from '#contract/campaigns/campaigns.ts'
import { useRead } from '#web/api/use-read.ts'

const NONE: readonly Campaign[] = []
const MOST = 1000

/** Every campaign, newest first, as choices; undefined until loaded. */
export function useCampaigns(): readonly Campaign[] | undefined {
  const { data, isError } = useRead(listCampaigns, { query: { limit: MOST } })
  return data ?? (isError ? NONE : undefined)
}
