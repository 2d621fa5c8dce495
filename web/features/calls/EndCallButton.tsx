import { PhoneOff } from 'lucide-react'
import type { ReactElement } from 'react'
import { endCall } from '#contract/calls/calls.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

interface EndCallButtonProps {
  callId: number
  /** For lists: the name in the small button's accessible label. */
  of?: string
}

/** Ends a live call after confirmation. */
export function EndCallButton({ callId, of }: EndCallButtonProps): ReactElement {
  const refusal = useRefusal('calls.end')
  const end = useWrite(endCall, {
    refresh: ['campaigns', 'dashboard', 'activities'],
    onSuccess: () => toastSuccess('The call is being ended'),
    onError: (error) => toastError(messageOf(error, 'Failed to end the call')),
  })
  const ask = async (): Promise<void> => {
    const yes = await confirm({
      title: of ? `End the call to ${of} now?` : 'End this call now?',
      body: 'The call ends immediately, even mid-sentence. The conversation and response so far are kept.',
      action: 'End call',
      danger: true,
    })
    if (yes) end.mutate({ params: { id: callId } })
  }
  return (
    <Button
      {...(of ? { size: 'sm' } : { variant: 'danger', icon: PhoneOff })}
      pending={end.isPending}
      pendingText="Ending..."
      disabledReason={refusal}
      onClick={() => void ask()}
    >
      End call
      {of && <span className="sr-only"> to {of}</span>}
    </Button>
  )
}
