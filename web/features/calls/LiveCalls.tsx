import type { ReactElement } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type Call, listCalls } from '#contract/calls.ts'
import { useList } from '#web/api/use-read.ts'
import { countOf, formatDuration, formatPhone } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { writeUrlState } from '#web/lib/use-url-state.ts'
import { Badge, StatusDot } from '#web/ui/Badge.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { LiveValue } from '#web/ui/LiveValue.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { callStatusLook, providerName } from './call-words.ts'
import { EndCallButton } from './EndCallButton.tsx'

/** As many as one looks through; the campaign and the interactions hold the rest. */
const SHOWN = 50

/** Calls that are being made now, test calls too. Takes the same room however many there are. */
export function LiveCalls({ campaignId }: { campaignId?: number }): ReactElement {
  const list = useList(listCalls, {
    query: {
      inFlight: 'true',
      test: 'true',
      limit: SHOWN,
      ...(campaignId === undefined ? {} : { campaignId }),
    },
  })
  const count = list.total ?? list.items?.length ?? 0
  return (
    <Panel
      title="Calls in flight"
      flush
      actions={
        count > 0 && (
          <span className="tabular text-xs text-ink-soft">
            <LiveValue value={countOf(count, 'call')} />
          </span>
        )
      }
    >
      <div className="h-36 overflow-y-auto overscroll-contain max-md:h-45">
        {list.items && list.items.length > 0 ? (
          <ul>
            {list.items.map((call) => (
              <LiveCall key={call.id} call={call} withCampaign={campaignId === undefined} />
            ))}
          </ul>
        ) : (
          <Instead list={list} />
        )}
      </div>
    </Panel>
  )
}

function Instead({ list }: { list: ReturnType<typeof useList<typeof listCalls>> }): ReactElement {
  if (list.error && !list.items) {
    return (
      <p role="alert" className="flex h-full items-center justify-center gap-2 px-4 text-ink-soft">
        The calls in flight could not be loaded.
        <button
          type="button"
          className="touch-target rounded font-medium text-link underline-offset-2 hover:underline"
          onClick={list.retry}
        >
          Try again
        </button>
      </p>
    )
  }
  if (!list.items) {
    return (
      <div aria-hidden className="flex flex-col gap-4 px-4 py-4">
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-4 w-1/2" />
      </div>
    )
  }
  return (
    <p className="flex h-full items-center justify-center px-4 text-center text-ink-soft">
      Nobody is on the line now.
    </p>
  )
}

function LiveCall({ call, withCampaign }: { call: Call; withCampaign: boolean }): ReactElement {
  const [search] = useSearchParams()
  const who = call.broker?.name ?? formatPhone(call.phoneNumber)
  const status = callStatusLook(call.status)
  const details = writeUrlState(search, { call: '' }, { call: String(call.id) })
  return (
    <li className="grid min-h-12 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 border-b border-line px-4 py-1.5 last:border-b-0 md:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_6.5rem_3.5rem_5.5rem_auto]">
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-2">
          <Link
            to={{ search: details.toString() }}
            preventScrollReset
            className="touch-target truncate rounded font-medium hover:text-link hover:underline"
          >
            {who}
            <span className="sr-only">: call details</span>
          </Link>
          {call.test && <Badge tone="blue">Test</Badge>}
        </p>
        {call.broker && <p className="tabular text-xs text-ink-soft">{formatPhone(call.phoneNumber)}</p>}
      </div>
      <p className="truncate text-ink-soft max-md:order-4 max-md:col-span-2 max-md:text-xs">
        {withCampaign && (call.campaign?.name ?? 'No campaign')}
        <span className="md:hidden">
          {withCampaign && ' · '}
          {providerName(call.provider)}
        </span>
      </p>
      <span className="max-md:order-5 max-md:text-xs">
        <LiveValue value={status.label}>
          <StatusDot tone={status.tone} label={status.label} pulse />
        </LiveValue>
      </span>
      <span className="text-right max-md:order-6 max-md:text-xs">
        <OnTheLine since={call.callStartTime ?? call.createdAt} />
      </span>
      <span className="text-ink-soft max-md:hidden">{providerName(call.provider)}</span>
      <EndCallButton callId={call.id} of={who} />
    </li>
  )
}

const eachSecond = (now: number): number => 1000 - (now % 1000)

/** How long it has been going on; since the answer where there was one. */
function OnTheLine({ since }: { since: string }): ReactElement {
  const now = useNow(eachSecond)
  return (
    <time className="tabular" dateTime={since}>
      {formatDuration(Math.floor((now - Date.parse(since)) / 1000))}
    </time>
  )
}
