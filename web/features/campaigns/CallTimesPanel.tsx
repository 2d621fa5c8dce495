import { type ReactElement, useMemo, useRef } from 'react'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { analyticsHours, analyticsSummary } from '#contract/dashboard/analytics.ts'
import { useRead } from '#web/api/use-read.ts'
import { useCalm } from '#web/lib/use-calm.ts'
import { Panel } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { callDays, callDaysText, callsByHour } from './call-times.ts'

const CampaignDays = lazily(async () => (await import('./CampaignCharts.tsx')).CampaignDays)
const CampaignHours = lazily(async () => (await import('./CampaignCharts.tsx')).CampaignHours)

/** Both responses arrive one after the other, twice a minute while calls run, and the charts are slow to render. */
const EVERY_MS = 5_000

interface CallTimesPanelProps {
  campaign: Pick<Campaign, 'id' | 'firstDay' | 'lastDay'>
}

/** When a campaign called, from its first day on. Its height is kept while the charts load. */
export function CallTimesPanel({ campaign }: CallTimesPanelProps): ReactElement {
  const { id: campaignId } = campaign
  const days = callDays(campaign)
  const query = { campaignId, ...(days ?? {}) }
  const options = { enabled: days !== null, keep: true }
  const summary = useRead(analyticsSummary, { query }, options)
  const hours = useRead(analyticsHours, { query }, options)
  const error = summary.error ?? hours.error
  const counted = useMemo(
    () =>
      summary.data && hours.data ? { summary: summary.data, hours: callsByHour(hours.data.hours) } : null,
    [summary.data, hours.data],
  )
  const place = useRef<HTMLDivElement>(null)
  const key = `${campaignId} ${counted === null}`
  const loaded = useCalm(counted, { key, every: EVERY_MS, place })
  return (
    <Panel title={days ? callDaysText(days) : 'Calls by day'}>
      <div ref={place} className="min-h-60">
        {days === null && (
          <p className="flex h-60 items-center justify-center text-ink-soft">No calls yet.</p>
        )}
        {days && loaded && (
          <div className="grid gap-6 *:min-w-0 lg:grid-cols-2">
            <div className="min-h-60">
              <CampaignDays campaignId={campaignId} days={loaded.summary.days} />
            </div>
            <div className="min-h-60">
              <CampaignHours hours={loaded.hours} />
            </div>
          </div>
        )}
        {days && !loaded && error && (
          <ErrorState
            title="The calls could not be counted."
            error={error}
            onRetry={() => {
              void summary.refetch()
              void hours.refetch()
            }}
          />
        )}
        {days && !loaded && !error && <Skeleton className="h-60" />}
      </div>
    </Panel>
  )
}
