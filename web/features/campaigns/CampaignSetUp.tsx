import type { ReactElement } from 'react'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { CampaignFacts } from './CampaignFacts.tsx'
import { HistoryPanel } from './HistoryPanel.tsx'
import { VersionsPanel } from './VersionsPanel.tsx'

/** A campaign's offer, script and hours, its versions, and its changes with their authors. */
export function CampaignSetUp({ campaign }: { campaign: Campaign }): ReactElement {
  return (
    <div className="flex flex-col gap-4">
      <CampaignFacts campaign={campaign} />
      <div className="grid items-start gap-4 *:min-w-0 lg:grid-cols-[3fr_2fr]">
        <VersionsPanel campaignId={campaign.id} />
        <HistoryPanel campaignId={campaign.id} />
      </div>
    </div>
  )
}
