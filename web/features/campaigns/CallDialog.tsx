import { useQuery } from '@tanstack/react-query'
import { Phone } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Link } from 'react-router'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { preflight, startCalls } from '#contract/campaigns/dialling.ts'
import { messageOf } from '#web/api/api-error.ts'
import { type AnswerOf, call } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { toastError } from '#web/ui/toast.ts'
import { type AudienceChosen, AudienceFields } from './AudienceFields.tsx'
import { activityOf, waitSentence } from './campaign-state.ts'
import { Counts, LeftOut } from './DialCounts.tsx'
import { NumberSourceForm } from './NumberSourceForm.tsx'
import { totalIn, totalSkipped } from './skip-reasons.ts'
import { obstacleOf } from './start-obstacle.ts'
import { useCallingNow } from './use-calling-clock.ts'

interface CallDialogProps {
  campaign: Campaign
  onClose: () => void
}

type Preflight = AnswerOf<typeof preflight>
type Started = AnswerOf<typeof startCalls>

/** Shows how many brokers can be called now, later or not at all; then starts the calls and shows the result. */
export function CallDialog({ campaign, onClose }: CallDialogProps): ReactElement {
  const params = { id: campaign.id }
  const [choice, choose] = useState<AudienceChosen | null>(null)
  // defaults to the campaign's present audience: it may have been saved a moment ago, also by a colleague
  const chosen = choice ?? {
    audienceId: campaign.audience?.id ?? null,
    holdOutPercent: campaign.holdOutPercent,
  }
  const { audienceId, holdOutPercent } = chosen
  const start = useWrite(startCalls, {
    refresh: ['dashboard', 'calls', 'activities'],
    onError: (error) => toastError(messageOf(error, 'Failed to start calls')),
  })
  const check = useQuery({
    // outside the live topics: refetching on every call of a running campaign would slow the calls down
    queryKey: ['preflight', campaign.id, audienceId, holdOutPercent],
    queryFn: ({ signal }) =>
      call(preflight, { params, query: { audienceId: audienceId ?? 'all', holdOutPercent }, signal }),
    enabled: !start.data,
    gcTime: 0,
  })
  const obstacle = obstacleOf(check.error ?? start.error)
  const callable = check.data ? check.data.callableNow + check.data.callableLater : 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={start.data ? 'Calls started' : 'Start calls'}
      description={campaign.name}
      footer={
        start.data ? (
          <>
            <ButtonLink to={pathTo.campaign(campaign.id)} onClick={onClose}>
              Open campaign
            </ButtonLink>
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="primary"
              icon={Phone}
              disabled={!check.data}
              disabledReason={check.data ? startRefusal(check.data) : null}
              pending={start.isPending}
              pendingText="Starting..."
              onClick={() => start.mutate({ params, body: chosen })}
            >
              {check.data && callable > 0 ? `Call ${countOf(callable, 'broker')}` : 'Call'}
            </Button>
          </>
        )
      }
    >
      {!start.data && (
        <div className="mb-4">
          <AudienceFields value={chosen} disabled={start.isPending} onChange={choose} />
        </div>
      )}
      {start.data ? (
        <StartedView started={start.data} campaign={campaign} />
      ) : check.data ? (
        <>
          {check.data.withoutSource > 0 && (
            <NumberSourceForm brokers={check.data.withoutSource} onSaved={() => void check.refetch()} />
          )}
          <PreflightView check={check.data} campaign={campaign} />
          {obstacle && (
            <p className="mt-4">
              <Link className="link underline" to={obstacle.to}>
                {obstacle.label}
              </Link>
            </p>
          )}
        </>
      ) : check.error ? (
        <ErrorState
          title="Calls can’t start yet"
          error={check.error}
          onRetry={() => void check.refetch()}
          action={
            obstacle && (
              <ButtonLink variant="primary" to={obstacle.to}>
                {obstacle.label}
              </ButtonLink>
            )
          }
        />
      ) : (
        <Loading text="Checking who can be called...">
          <Skeleton className="h-20" />
          <Skeleton className="mt-4 h-4 w-2/3" />
        </Loading>
      )}
    </Dialog>
  )
}

function startRefusal({ callableNow, callableLater, withoutSource }: Preflight): string | null {
  if (callableNow + callableLater === 0) return 'There are no brokers who can be called.'
  return withoutSource > 0 ? 'Enter the source of the numbers first.' : null
}

function PreflightView({ check, campaign }: { check: Preflight; campaign: Campaign }): ReactElement {
  const nobody = check.callableNow + check.callableLater === 0
  const when = (at: string | null): string =>
    at ? formatDateTime(at, { timeZone: campaign.timezone }) : 'Not known yet'
  return (
    <div className="flex flex-col gap-4">
      <Counts
        counts={[
          { label: 'Can be called now', count: check.callableNow },
          { label: 'Can be called later', count: check.callableLater },
          { label: 'Left out', count: totalSkipped(check.skipped) },
          { label: 'In this campaign already', count: totalIn(check.alreadyIn) },
        ]}
      />
      <Others of={check} campaign={campaign} />
      {nobody ? (
        <p>
          No brokers can be called. <BrokersLink />
        </p>
      ) : (
        <dl className="grid grid-cols-[8.5rem_1fr] gap-y-1.5">
          <dt className="text-ink-soft">First call</dt>
          <dd>{check.callableNow > 0 ? 'Now' : when(check.firstCallAt)}</dd>
          <dt className="text-ink-soft">Expected to finish</dt>
          <dd>{when(check.finishesAt)}</dd>
        </dl>
      )}
      {check.notices.map((notice) => (
        <p key={notice}>
          {notice}{' '}
          <Link className="link underline" to="/bookings?tab=bdms">
            Bookings
          </Link>
        </p>
      ))}
      <LeftOut skipped={check.skipped} />
    </div>
  )
}

/** The remaining brokers, so that the figures add up to all brokers. */
function Others({
  of: { elsewhere, betterHour, outsideHours, dialledBefore, alreadyIn, total },
  campaign,
}: {
  of: Preflight | Started
  campaign: Campaign
}): ReactElement {
  const { waiting, reached, notReached } = alreadyIn
  const now = useCallingNow()
  const isWaiting = activityOf(campaign, now) === 'waiting'
  const are = (count: number, one: string, many: string, rest: string) =>
    count > 0 && `${formatNumber(count)} ${count === 1 ? one : many} ${rest}.`
  const parts = [
    are(outsideHours, 'is', 'are', 'outside calling hours where they work'),
    are(dialledBefore, 'was', 'were', 'dialled before, and called again on another day'),
    are(elsewhere, 'is', 'are', 'called by another campaign today, and for later here'),
    are(betterHour, 'waits', 'wait', 'for a better hour'),
    are(waiting, 'waits', 'wait', 'in this campaign already'),
    isWaiting && `The campaign waits: ${waitSentence(campaign, now)}.`,
    are(reached, 'has', 'have', 'answered a call of this campaign'),
    are(notReached, 'was', 'were', 'not reached and not called again in this round'),
  ]
  return (
    <p className="text-xs text-ink-soft">
      {[`${countOf(total, 'broker')} in all.`, ...parts].filter(Boolean).join(' ')}
    </p>
  )
}

function BrokersLink(): ReactElement {
  return (
    <Link className="link underline" to="/brokers/import">
      Import a broker list
    </Link>
  )
}

function StartedView({ started, campaign }: { started: Started; campaign: Campaign }): ReactElement {
  const none = started.callsInitiated + started.scheduled === 0
  return (
    <div className="flex flex-col gap-4" role="status">
      <Counts
        counts={[
          { label: 'Brokers queued', count: started.callsInitiated },
          { label: 'Scheduled for later', count: started.scheduled },
          { label: 'Left out', count: totalSkipped(started.skipped) },
          { label: 'In this campaign already', count: totalIn(started.alreadyIn) },
        ]}
      />
      <Others of={started} campaign={campaign} />
      <p>
        {none
          ? 'No new brokers were added: everyone who can be called is already in this campaign.'
          : `${countOf(started.callsInitiated + started.scheduled, 'broker')} queued. Dialling continues in the background.`}
      </p>
      <LeftOut skipped={started.skipped} />
    </div>
  )
}
