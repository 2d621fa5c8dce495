import type { ReactElement } from 'react'
import { Link } from 'react-router'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { formatNumber, formatRate } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LiveValue } from '#web/ui/LiveValue.tsx'
import { CampaignActions } from './CampaignActions.tsx'
import { CampaignState } from './CampaignState.tsx'
import { unansweredCalls } from './campaign-outcomes.ts'
import { campaignStatusLook } from './campaign-status.ts'
import { PausedReason } from './PausedReason.tsx'

/** One campaign of the list. */
export function CampaignCard({ campaign }: { campaign: Campaign }): ReactElement {
  const status = campaignStatusLook(campaign.status)
  const unanswered = unansweredCalls(campaign)
  return (
    <Card as="article" className="flex flex-col gap-3">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="truncate text-base font-semibold">
            <Link to={pathTo.campaign(campaign.id)} className="rounded hover:text-link hover:underline">
              {campaign.name}
            </Link>
          </h2>
          <p className="truncate text-ink-soft">{campaign.product}</p>
        </div>
        <Badge tone={status.tone}>{status.label}</Badge>
      </div>
      {campaign.rate !== null && (
        <p className="tabular font-medium">{formatRate(campaign.rate, campaign.rateType)}</p>
      )}
      {campaign.description && <p className="line-clamp-2 text-ink-soft">{campaign.description}</p>}
      <PausedReason campaign={campaign} />
      <div className="mt-auto flex flex-col gap-2">
        <p className="tabular text-xs text-ink-soft">
          <LiveValue
            value={`${formatNumber(campaign.callsCompleted)}/${formatNumber(campaign.totalCalls)}`}
          />{' '}
          calls completed
          {unanswered > 0 && `, ${formatNumber(unanswered)} not answered`}
        </p>
        <CampaignState campaign={campaign} />
      </div>
      <div className="flex flex-wrap gap-2 border-t border-line pt-3">
        <CampaignActions campaign={campaign} />
      </div>
    </Card>
  )
}
