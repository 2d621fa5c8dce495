import type { ReactElement } from 'react'
import { type CallDetails, getCall } from '#contract/calls.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { CallDecision } from './CallDecision.tsx'
import { CallInformation } from './CallInformation.tsx'
import { CallOverview } from './CallOverview.tsx'
import { CallRecording } from './CallRecording.tsx'
import { isInFlight } from './call-labels.ts'
import { EndCallButton } from './EndCallButton.tsx'
import { FollowUps } from './FollowUps.tsx'
import { useOpenCall } from './use-open-call.ts'

/** The details of the call that the address names (?call=17); put once on every page that lists calls. */
export function CallPanel(): ReactElement | null {
  const { callId, close } = useOpenCall()
  const id = /^\d{1,10}$/.test(callId) ? Number(callId) : null
  const details = useRead(getCall, { params: { id: id ?? 0 } }, { enabled: id !== null })
  if (callId === '') return null
  const call = id === null ? undefined : details.data
  return (
    <SidePanel
      open
      onClose={close}
      title="Call Details"
      description={call && formatDateTime(call.createdAt)}
      footer={call && isInFlight(call.status) && <EndCallButton callId={call.id} />}
    >
      {call ? (
        <Details key={call.id} call={call} />
      ) : (
        <Instead error={id === null ? 'no number' : details.error} onRetry={() => void details.refetch()} />
      )}
    </SidePanel>
  )
}

function Details({ call }: { call: CallDetails }): ReactElement {
  return (
    <>
      <CallOverview call={call} />
      <CallRecording call={call} />
      {call.decision && <CallDecision decision={call.decision} />}
      {!isInFlight(call.status) && <FollowUps followUps={call.followUps} />}
      <CallInformation call={call} />
    </>
  )
}

function Instead({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactElement {
  if (error === 'no number' || (error instanceof ApiError && [400, 404].includes(error.status))) {
    return (
      <EmptyState title="Call not found">There is no call with this number, or it was deleted.</EmptyState>
    )
  }
  if (error) return <ErrorState title="The call could not be loaded." error={error} onRetry={onRetry} />
  return (
    <Loading text="Loading call...">
      <div className="flex flex-col gap-3">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-4 w-56" />
        <Skeleton className="h-14" />
        <Skeleton className="mt-4 h-24" />
        <Skeleton className="mt-4 h-32" />
      </div>
    </Loading>
  )
}
