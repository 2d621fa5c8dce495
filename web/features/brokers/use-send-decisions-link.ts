import type { UseMutationResult } from '@tanstack/react-query'
import { sendDecisionsLink } from '#contract/contests/contests.ts'
import { messageOf } from '#web/api/api-error.ts'
import type { AnswerOf, CallInput } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

type Endpoint = typeof sendDecisionsLink

/** Sends a broker the signed link to the decisions about them, for a person without an account who asks for it. */
export function useSendDecisionsLink(): UseMutationResult<AnswerOf<Endpoint>, Error, CallInput<Endpoint>> {
  return useWrite(sendDecisionsLink, {
    refresh: ['messages'],
    onSuccess: ({ channel }) =>
      toastSuccess(`The link is on its way by ${channel === 'sms' ? 'SMS' : 'email'}`),
    onError: (error) => toastError(messageOf(error, 'Failed to send the link')),
  })
}
