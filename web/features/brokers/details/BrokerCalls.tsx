import type { ReactElement } from 'react'
import { listCalls } from '#contract/calls/calls.ts'
import { useRead } from '#web/api/use-read.ts'
import { callResponseLook, callStatusLook } from '#web/features/calls/call-labels.ts'
import { formatEventTime } from '#web/lib/dates.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const SHOWN = 8

/** The latest calls to one broker; each opens its details. */
export function BrokerCalls({ brokerId }: { brokerId: number }): ReactElement {
  const { data, error, refetch } = useRead(listCalls, { query: { brokerId, limit: SHOWN } })
  const { open } = useOpenRecord('call')
  return (
    <PanelSection title="Calls">
      {data?.length === 0 && <p className="text-ink-soft">No call has been made yet.</p>}
      {data && data.length > 0 && (
        <ul className="flex flex-col gap-2">
          {data.map((call) => (
            <li key={call.id} className="flex flex-wrap items-baseline justify-between gap-x-3">
              <button
                type="button"
                onClick={() => open(call.id)}
                className="link tabular touch-target font-medium"
              >
                {formatEventTime(call.createdAt, call.simulatedAt)}
              </button>
              <StatusDot {...callStatusLook(call.status)} />
              <span className="w-full break-words text-xs text-ink-soft">
                {[call.campaign?.name ?? 'Test call', callResponseLook(call.response)?.label]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {!data && error && (
        <ErrorState title="The calls could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-9" />}
    </PanelSection>
  )
}
