import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { type CallDetails, outcomeTable } from '#contract/calls/calls.ts'
import { formatDuration, formatPhone } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Badge, StatusDot } from '#web/ui/Badge.tsx'
import { LiveValue } from '#web/ui/LiveValue.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { callResponseLook, callStatusLook, failureOf, isInFlight } from './call-labels.ts'

/** The broker called, the call's status and the response. */
export function CallOverview({ call }: { call: CallDetails }): ReactElement {
  const status = callStatusLook(call.status)
  const response = callResponseLook(call.response)
  const live = isInFlight(call.status)
  const failure = failureOf(call)
  return (
    <PanelSection title="Call Overview" aside={call.test && <Badge tone="blue">Test call</Badge>}>
      <p className="text-base font-semibold break-words">
        {call.broker ? (
          <Link
            className="underline-offset-2 hover:text-link hover:underline"
            to={pathTo.broker(call.broker.id)}
          >
            {call.broker.name}
          </Link>
        ) : (
          formatPhone(call.phoneNumber)
        )}
      </p>
      <p className="text-ink-soft">
        {[call.broker?.company, call.broker && formatPhone(call.phoneNumber), call.broker?.region]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <dl className="mt-3 grid grid-cols-3 gap-px overflow-clip rounded-lg border border-line bg-line *:bg-surface *:px-3 *:py-2">
        <div>
          <dt className="text-xs text-ink-soft">Call Status</dt>
          <dd className="mt-0.5">
            <LiveValue value={status.label}>
              <StatusDot tone={status.tone} label={status.label} active={live} />
            </LiveValue>
            {call.outcome && call.outcome !== 'no_answer' && (
              <p className="text-xs text-ink-soft">{outcomeTable[call.outcome].label}</p>
            )}
          </dd>
        </div>
        <div>
          <dt className="text-xs text-ink-soft">Response</dt>
          <dd className="mt-0.5">
            {response ? (
              <LiveValue value={response.label}>
                <StatusDot tone={response.tone} label={response.label} wrap />
              </LiveValue>
            ) : (
              <span className="text-ink-soft">No response recorded</span>
            )}
          </dd>
        </div>
        <div>
          <dt className="text-xs text-ink-soft">Duration</dt>
          <dd className="tabular mt-0.5">{live ? 'In progress' : formatDuration(call.duration)}</dd>
        </div>
      </dl>
      {failure && <p className="mt-3">{failure}</p>}
      {call.summary && <p className="mt-3">{call.summary}</p>}
    </PanelSection>
  )
}
