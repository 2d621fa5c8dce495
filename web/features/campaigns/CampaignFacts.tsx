import type { ReactElement } from 'react'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { formatCost, formatRate } from '#web/lib/format.ts'
import { Panel } from '#web/ui/Card.tsx'
import { Facts } from '#web/ui/PanelSection.tsx'
import { daysText, hoursText, zoneText } from './hours-text.ts'

/** The campaign's offer, script and calling hours. */
export function CampaignFacts({ campaign }: { campaign: Campaign }): ReactElement {
  return (
    <div className="grid gap-4 *:min-w-0 lg:grid-cols-2">
      <Panel title="Offer and calling hours">
        <Facts
          facts={[
            campaign.description !== null && { label: 'Description', value: campaign.description },
            campaign.comparisonRate !== null && {
              label: 'Comparison rate',
              value: formatRate(campaign.comparisonRate),
            },
            { label: 'Days', value: daysText(campaign.callDaysOfWeek) },
            { label: 'Hours', value: hoursText(campaign.callStartTime, campaign.callEndTime) },
            {
              label: 'Time zone',
              value: campaign.respectLocalTime ? "Each broker's own" : zoneText(campaign.timezone),
            },
            { label: 'Prefer best hours', value: campaign.preferBestHours ? 'On' : 'Off' },
            { label: 'Concurrent calls', value: campaign.maxConcurrentCalls },
            { label: 'Budget', value: campaign.budget ? formatCost(campaign.budget, 'AUD') : 'No limit' },
          ]}
        />
      </Panel>
      <Panel title="Voice">
        <p className="mb-2 text-ink-soft capitalize">{campaign.aiPersonality}</p>
        <Words title="Call script" text={campaign.callScript} isOpen />
        {campaign.aiPrompt && <Words title="AI prompt" text={campaign.aiPrompt} />}
        {campaign.aiInstructions && <Words title="AI instructions" text={campaign.aiInstructions} />}
      </Panel>
    </div>
  )
}

function Words(props: { title: string; text: string; isOpen?: boolean }): ReactElement {
  return (
    <details open={props.isOpen} className="border-t border-line py-2 last:pb-0">
      <summary className="font-medium">{props.title}</summary>
      <p className="mt-1 break-words whitespace-pre-wrap text-ink-soft">{props.text}</p>
    </details>
  )
}
