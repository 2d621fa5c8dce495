import { CalendarClock, CalendarX } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import {
  changeRequestedCall,
  listRequestedCalls,
  type RequestedCall,
  requestedCallStateLabels,
  requestedCallTransitions,
} from '#contract/calls/requested-calls.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import type { Tone } from '#web/ui/tone.ts'
import { MoveRequestedCallDialog } from './MoveRequestedCallDialog.tsx'
import { REQUESTED_CALL_REFRESHES } from './requested-call-refreshes.ts'

const SHOWN = 5

interface RequestedCallsProps {
  of: { brokerId?: number; callId?: number; state?: 'planned' }
}

/** The calls that a broker asked for, or that belong to a call; hidden without any. */
export function RequestedCalls({ of }: RequestedCallsProps): ReactElement | null {
  const { data, error, refetch } = useRead(listRequestedCalls, { query: { ...of, limit: SHOWN } })
  if (!data && error)
    return (
      <ErrorState
        title="The requested calls could not be loaded."
        error={error}
        onRetry={() => void refetch()}
      />
    )
  if (!data || data.length === 0) return null
  return (
    <PanelSection title="Requested calls">
      <ul className="flex flex-col gap-3">
        {data.map((call) => (
          <Row key={call.id} call={call} />
        ))}
      </ul>
    </PanelSection>
  )
}

const tones: Record<RequestedCall['state'], Tone> = {
  planned: 'blue',
  dialling: 'blue',
  kept: 'green',
  missed: 'amber',
  cancelled: 'grey',
}

function Row({ call }: { call: RequestedCall }): ReactElement {
  const { state, localTime, words, reason, campaign } = call
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="tabular font-medium">{localTime}</span>
      <StatusDot tone={tones[state]} label={requestedCallStateLabels[state]} />
      <span className="w-full break-words text-xs text-ink-soft">
        {[words && `“${words}”`, campaign?.name, reason].filter(Boolean).join(' · ')}
      </span>
      {requestedCallTransitions[state].move && <Moves call={call} />}
    </li>
  )
}

function Moves({ call }: { call: RequestedCall }): ReactElement {
  const [isMoving, setMoving] = useState(false)
  const refusal = useRefusal('calls.dial')
  const cancel = useWrite(changeRequestedCall, {
    refresh: REQUESTED_CALL_REFRESHES,
    onSuccess: () => toastSuccess('Requested call cancelled'),
    onError: (error) => toastError(messageOf(error, 'Failed to cancel the call')),
  })
  const ask = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Cancel the call to ${call.broker.name}?`,
      body: `They expect a call ${call.localTime}. No message is sent to them.`,
      action: 'Cancel the call',
      cancel: 'Keep it',
      danger: true,
    })
    if (isSure) cancel.mutate({ params: { id: call.id }, body: { action: 'cancel' } })
  }
  return (
    <div className="mt-2 flex w-full flex-wrap gap-2">
      <Button size="sm" icon={CalendarClock} disabledReason={refusal} onClick={() => setMoving(true)}>
        Move
      </Button>
      <Button
        size="sm"
        variant="remove"
        icon={CalendarX}
        disabledReason={refusal}
        pending={cancel.isPending}
        onClick={() => void ask()}
      >
        Cancel the call
      </Button>
      {isMoving && <MoveRequestedCallDialog call={call} onClose={() => setMoving(false)} />}
    </div>
  )
}
