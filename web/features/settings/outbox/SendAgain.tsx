import { Send } from 'lucide-react'
import type { ReactElement } from 'react'
import { type OutboxMessage, retryMessage } from '#contract/messages/messages.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

interface SendAgainProps {
  message: OutboxMessage
  sending: NonNullable<OutboxMessage['sending']>
  /** Small, for a row of the list. */
  inRow?: boolean
}

/** Sends a held or failed message; gives the reason where it cannot, and confirms where it may arrive twice. */
export function SendAgain({ message, sending, inRow = false }: SendAgainProps): ReactElement {
  const forbidden = useRefusal('outbox.write')
  const retry = useWrite(retryMessage, {
    onSuccess: () => toastSuccess('The message is on its way'),
    onError: (error) => toastError(messageOf(error, 'Failed to send the message')),
  })
  const label = message.status === 'failed' ? 'Retry' : 'Send now'
  const send = async (): Promise<void> => {
    const { warning } = sending
    if (warning && !(await confirm({ title: 'Send it again?', body: warning, action: 'Send again' }))) return
    retry.mutate({ params: { id: message.id } })
  }
  return (
    <>
      {sending.refusal && <p className="min-w-0 flex-1 self-center text-ink-soft">{sending.refusal}</p>}
      <Button
        {...(inRow ? { size: 'sm' } : { variant: 'primary', icon: Send })}
        disabledReason={forbidden ?? sending.refusal}
        pending={retry.isPending}
        pendingText="Sending..."
        onClick={() => void send()}
      >
        {label}
      </Button>
    </>
  )
}
