import type { ReactElement } from 'react'
import { Link } from 'react-router'
import type { CallDetails } from '#contract/calls/calls.ts'
import { formatDateTime, formatSeconds, realTimeText } from '#web/lib/dates.ts'
import { ABSENT, formatCost } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Facts, PanelSection } from '#web/ui/PanelSection.tsx'
import { handingOverOf, providerName } from './call-labels.ts'

/** The call's details and its events; the broker is shown in the overview. */
export function CallInformation({ call }: { call: CallDetails }): ReactElement {
  const { campaign } = call
  // the call's main times are the simulator's clock; these are real times
  const differs = call.simulatedAt !== null && realTimeText(call.createdAt, call.simulatedAt) !== null
  const clockLabel = differs ? ', real time' : ''
  return (
    <PanelSection title="Call Information">
      <Facts
        facts={[
          {
            label: 'Campaign',
            value: campaign ? (
              <Link className="link" to={pathTo.campaign(campaign.id)}>
                {campaign.name}
              </Link>
            ) : (
              'N/A'
            ),
          },
          { label: `Dialled${clockLabel}`, value: formatDateTime(call.createdAt) },
          {
            label: `Answered${clockLabel}`,
            value: call.callStartTime ? formatDateTime(call.callStartTime) : ABSENT,
          },
          {
            label: `Ended${clockLabel}`,
            value: call.callEndTime ? formatDateTime(call.callEndTime) : ABSENT,
          },
          { label: 'Provider', value: <Provider call={call} /> },
          call.cost !== null && { label: 'Cost', value: formatCost(call.cost, call.costCurrency) },
          { label: 'Call number', value: call.id },
        ]}
      />
      {call.events.length > 0 && (
        <details className="mt-3">
          <summary className="text-ink-soft hover:text-ink">Call events</summary>
          <ol className="mt-2 flex flex-col gap-1 border-l border-line pl-3">
            {call.events.map((event, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever appended
              <li key={`${index}-${event.kind}`} className="flex justify-between gap-3">
                <span className="min-w-0 break-words">{event.description}</span>
                <time dateTime={event.at} className="shrink-0 text-xs leading-5 text-ink-soft">
                  {formatSeconds(event.at)}
                </time>
              </li>
            ))}
          </ol>
        </details>
      )}
    </PanelSection>
  )
}

/** The provider that carried the call and, after a failover, why the first one did not. */
function Provider({ call }: { call: CallDetails }): ReactElement {
  const handingOver = handingOverOf(call)
  return (
    <>
      {providerName(call.provider)}
      {handingOver && <p className="text-ink-soft">{handingOver}</p>}
    </>
  )
}
