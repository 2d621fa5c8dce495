import { type GivenMessages, previewRetry, retryMessages } from '#contract/messages/messages.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { countOf } from '#web/lib/format.ts'
import { confirm } from '#web/ui/confirm.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { resendQuestion, sentText } from './resend-texts.ts'

/** Counts the messages that can be sent, asks, and sends them. */
export function useSendMany(onDone: () => void) {
  const failed = (error: Error): void => toastError(messageOf(error, 'Failed to send the messages'))
  const retry = useWrite(retryMessages, {
    onSuccess: (result) => {
      if (result.refused.length > 0) toastError(sentText(result))
      else toastSuccess(sentText(result))
      onDone()
    },
    onError: failed,
  })
  const preview = useWrite(previewRetry, { onError: failed })
  const send = async (messages: GivenMessages): Promise<void> => {
    const counted = await preview.mutateAsync({ body: { messages } }).catch(() => null)
    if (!counted) return
    if (counted.sendable === 0) {
      toastError(`None of these messages can be sent now. ${counted.refused[0]?.reason ?? ''}`.trim())
      return
    }
    const action = `Send ${countOf(counted.sendable, 'message')}`
    if (await confirm({ title: `${action} now?`, body: resendQuestion(counted), action })) {
      retry.mutate({ body: { messages } })
    }
  }
  return {
    send: (messages: GivenMessages): void => void send(messages),
    isPending: preview.isPending || retry.isPending,
  }
}
