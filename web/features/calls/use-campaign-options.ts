import { listCampaigns } from '#contract/campaigns/campaigns.ts'
import { useRead } from '#web/api/use-read.ts'
import type { Option } from '#web/ui/SelectField.tsx'

/** 'All Campaigns' and the newest campaigns; `chosen` is always included. */
export function useCampaignOptions(enabled: boolean, chosen: string): readonly Option[] {
  const campaigns = useRead(listCampaigns, { query: { limit: 100 } }, { enabled })
  const options = (campaigns.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  const isMissing = chosen !== '' && campaigns.isSuccess && !options.some(({ value }) => value === chosen)
  return [
    { value: '', label: 'All Campaigns' },
    ...options,
    ...(isMissing || (chosen !== '' && campaigns.isPending)
      ? [{ value: chosen, label: `Campaign ${chosen}` }]
      : []),
  ]
}
