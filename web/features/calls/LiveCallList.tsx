import type { ReactElement } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Call } from '#contract/calls.ts'
import { formatDuration, formatPhone } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { writeUrlState } from '#web/lib/use-url-state.ts'
import { Badge, StatusDot } from '#web/ui/Badge.tsx'
import { LiveValue } from '#web/ui/LiveValue.tsx'
import { callStatusLook, providerName } from './call-labels.ts'
import { EndCallButton } from './EndCallButton.tsx'

interface LiveCallListProps {
  calls: readonly Call[]
  /** Shows each call's campaign. */
  withCampaign: boolean
}

export function LiveCallList({ calls, withCampaign }: LiveCallListProps): ReactElement {
  return (
    <ul>
      {calls.map((call) => (
        <LiveCall key={call.id} call={call} withCampaign={withCampaign} />
      ))}
    </ul>
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
          <StatusDot tone={status.tone} label={status.label} active />
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

/** Time since the answer, or since the dial if unanswered. */
function OnTheLine({ since }: { since: string }): ReactElement {
  const now = useNow(eachSecond)
  return (
    <time className="tabular" dateTime={since}>
      {formatDuration(Math.floor((now - Date.parse(since)) / 1000))}
    </time>
  )
}
