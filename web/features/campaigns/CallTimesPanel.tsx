import { type ReactElement, useMemo, useRef } from 'react'
import { analyticsHours, analyticsSummary } from '#contract/analytics.ts'
import { BOOKING_ZONE } from '#contract/bookings.ts'
import type { Day } from '#contract/calendar.ts'
import { useRead } from '#web/api/use-read.ts'
import { useCalm } from '#web/lib/use-calm.ts'
import { useNow } from '#web/lib/use-now.ts'
import { dayIn } from '#web/lib/zoned-days.ts'
import { Panel } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { callDays, callsByHour } from './call-times.ts'

const CampaignDays = lazily(async () => (await import('./CampaignCharts.tsx')).CampaignDays)
const CampaignHours = lazily(async () => (await import('./CampaignCharts.tsx')).CampaignHours)

const DAYS = 30
/** Both responses arrive one after the other, twice a minute while calls run, and the charts are slow to render. */
const EVERY_MS = 5_000

const untilNextHour = (): number => 3_600_000

interface CallTimesPanelProps {
  campaignId: number
  /** Of the first call, in Sydney; null before it. */
  firstDay: Day | null
}

/** When a campaign called: since its first call, at most in the last 30 days. Its height is kept while the charts load. */
export function CallTimesPanel({ campaignId, firstDay }: CallTimesPanelProps): ReactElement {
  const today = dayIn(BOOKING_ZONE, useNow(untilNextHour))
  const { from, isAll } = callDays(firstDay, today, DAYS)
  const query = { campaignId, from, to: today } as const
  const title = isAll ? 'Calls since the first day' : `Calls in the last ${DAYS} days`
  const summary = useRead(analyticsSummary, { query })
  const hours = useRead(analyticsHours, { query })
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
    <Panel title={title}>
      <div ref={place} className="min-h-60">
        {loaded && loaded.summary.current.calls === 0 && (
          <p className="flex h-60 items-center justify-center text-ink-soft">
            {isAll ? 'No calls yet.' : `No calls in the last ${DAYS} days.`}
          </p>
        )}
        {loaded && loaded.summary.current.calls > 0 && (
          <div className="grid gap-6 *:min-w-0 lg:grid-cols-2">
            <div className="min-h-60">
              <CampaignDays campaignId={campaignId} days={loaded.summary.days} />
            </div>
            <div className="min-h-60">
              <CampaignHours hours={loaded.hours} />
            </div>
          </div>
        )}
        {!loaded && error && (
          <ErrorState
            title="The calls could not be counted."
            error={error}
            onRetry={() => {
              void summary.refetch()
              void hours.refetch()
            }}
          />
        )}
        {!loaded && !error && <Skeleton className="h-60" />}
      </div>
    </Panel>
  )
}
