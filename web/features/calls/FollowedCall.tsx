import type { ReactElement } from 'react'
import { getCall } from '#contract/calls/calls.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatPhone } from '#web/lib/format.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { callStatusLook, failureOf, isInFlight } from './call-labels.ts'

/** Progress of a call that was just started. */
export function FollowedCall({ callId, phoneNumber }: { callId: number; phoneNumber: string }): ReactElement {
  const { data: call } = useRead(getCall, { params: { id: callId } })
  const status = callStatusLook(call?.status ?? 'initiated')
  const failure = call && failureOf(call)
  return (
    <div className="rounded-lg border border-line px-4 py-3">
      <div className="flex items-center justify-between gap-3">
        <span className="tabular font-medium">{formatPhone(phoneNumber)}</span>
        <span role="status">
          <StatusDot tone={status.tone} label={status.label} active={!call || isInFlight(call.status)} />
        </span>
      </div>
      {failure && <p className="mt-2 text-ink-soft">{failure}</p>}
    </div>
  )
}
