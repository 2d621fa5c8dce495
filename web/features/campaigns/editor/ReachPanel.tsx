import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useWatch } from 'react-hook-form'
import { estimateReach } from '#contract/campaigns/campaign-drafts.ts'
import { messageOf } from '#web/api/api-error.ts'
import { type AnswerOf, call } from '#web/api/call.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatCost, formatNumber } from '#web/lib/format.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { CampaignForm } from '../campaign-form.ts'
import { Counts, LeftOut } from '../DialCounts.tsx'
import { totalSkipped } from '../skip-reasons.ts'

type Reach = AnswerOf<typeof estimateReach>

const names = [
  ...([
    'audienceId',
    'holdOutPercent',
    'callStartTime',
    'callEndTime',
    'timezone',
    'callDaysOfWeek',
  ] as const),
  ...(['respectLocalTime', 'preferBestHours', 'maxConcurrentCalls'] as const),
] as const

/** How many brokers can be called with this audience and these hours, until when, and for how much. */
export function ReachPanel({ form, campaignId }: { form: CampaignForm; campaignId?: number }): ReactElement {
  const values = useWatch({ control: form.control, name: names })
  const given = Object.fromEntries(names.map((name, at) => [name, values[at]]))
  const audienceId = Number(given.audienceId) || null
  const draft = useSettled({ ...given, audienceId, ...(campaignId !== undefined && { campaignId }) })
  const body = estimateReach.body.safeParse(draft)
  const reach = useQuery({
    queryKey: ['reach', draft],
    // parsed above; disabled while the body is invalid
    queryFn: ({ signal }) => call(estimateReach, { body: estimateReach.body.parse(draft), signal }),
    enabled: body.success,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  const timezone = String(given.timezone ?? 'Australia/Sydney')
  return (
    <Panel title="Reach and cost">
      <div className="flex min-h-72 flex-col gap-3" aria-busy={reach.isFetching}>
        {!body.success ? (
          <p className="text-ink-soft">Correct the days and hours to see who can be called.</p>
        ) : reach.error ? (
          <>
            <p role="status" className="text-ink-soft">
              {messageOf(reach.error, 'The reach could not be calculated')}
            </p>
            <div>
              <Button onClick={() => void reach.refetch()}>Try again</Button>
            </div>
          </>
        ) : reach.data ? (
          <div className={cx('flex flex-col gap-3', reach.isPlaceholderData && 'opacity-60')}>
            <Figures reach={reach.data} timezone={timezone} />
          </div>
        ) : (
          <Skeleton className="h-48" />
        )}
      </div>
    </Panel>
  )
}

function Figures({ reach, timezone }: { reach: Reach; timezone: string }): ReactElement {
  const when = (at: string | null): string =>
    at ? formatDateTime(at, { timeZone: timezone }) : 'Not known yet'
  const nobody = reach.callableNow + reach.callableLater === 0
  return (
    <>
      <Counts
        counts={[
          { label: 'Can be called now', count: reach.callableNow },
          { label: 'Can be called later', count: reach.callableLater },
          { label: 'Left out', count: totalSkipped(reach.skipped) },
          { label: 'In this campaign already', count: reach.alreadyIn },
        ]}
      />
      <p className="text-xs text-ink-soft">
        {reach.sampled === null
          ? `${formatNumber(reach.total)} in the audience.`
          : `About ${formatNumber(reach.total)} in the audience, estimated from ${formatNumber(reach.sampled)} of them. Call counts everybody.`}
      </p>
      {nobody ? (
        <p role="status" className="font-medium text-amber-ink">
          No broker of this audience can be called.
        </p>
      ) : (
        <dl className="grid grid-cols-[8.5rem_1fr] gap-y-1.5">
          <dt className="text-ink-soft">First call</dt>
          <dd>{reach.callableNow > 0 ? 'As soon as you start' : when(reach.firstCallAt)}</dd>
          <dt className="text-ink-soft">Expected to finish</dt>
          <dd>{when(reach.finishesAt)}</dd>
          <dt className="text-ink-soft">Cost</dt>
          <dd>{costText(reach.cost)}</dd>
        </dl>
      )}
      {reach.notices.map((notice) => (
        <p key={notice} className="text-xs">
          {notice}
        </p>
      ))}
      <LeftOut skipped={reach.skipped} />
    </>
  )
}

function costText(cost: Reach['cost']): string {
  if (!cost) return 'Not known: the provider has not reported a price for its last calls.'
  const amount = formatCost(cost.amount, cost.currency)
  const perMinute = formatCost(cost.perMinute, cost.currency)
  return `About ${amount}: ${formatNumber(cost.minutes)} minutes at ${perMinute}, as the last ${formatNumber(cost.calls)} calls cost`
}
