import type { ReactElement } from 'react'
import type { Campaign } from '#contract/campaigns.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/format.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { LiveValue } from '#web/ui/LiveValue.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { isRunning } from './campaign-status.ts'
import { PaceLine } from './PaceLine.tsx'
import { useCallingNow } from './use-calling-clock.ts'

/** A campaign's progress and, while it runs, its live calls, pace and next call. */
export function CampaignProgress({ campaign }: { campaign: Campaign }): ReactElement {
  const { enrolled, done, inFlight } = campaign.progress
  if (enrolled === 0) {
    return <p className="text-xs text-ink-soft">No brokers are enrolled yet. Press Call to begin.</p>
  }
  return (
    <div className="flex flex-col gap-2">
      <Progress
        label="Finished"
        value={done}
        max={enrolled}
        text={`${formatNumber(done)} of ${formatNumber(enrolled)}`}
        tone={isRunning(campaign) ? 'primary' : 'grey'}
      />
      {isRunning(campaign) && (
        <p className="tabular flex min-h-4 flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-soft">
          <span className="inline-flex items-center gap-1">
            <StatusDot
              tone={inFlight > 0 ? 'green' : 'grey'}
              label="Live calls"
              hideLabel
              active={inFlight > 0}
            />
            <span>
              <LiveValue value={inFlight} /> live
            </span>
          </span>
          <PaceLine id={campaign.id} dials={campaign.totalCalls} />
          <NextCall campaign={campaign} />
        </p>
      )}
    </div>
  )
}

function NextCall({ campaign }: { campaign: Campaign }): ReactElement | null {
  const now = useCallingNow()
  if (!campaign.nextCallAt) return null
  const isDue = Date.parse(campaign.nextCallAt) <= now
  return (
    <span>
      Next call {isDue ? 'due now' : formatDateTime(campaign.nextCallAt, { timeZone: campaign.timezone })}
    </span>
  )
}
