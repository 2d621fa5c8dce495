import { testCallBroker } from '#contract/calls.ts'
import { useWrite } from '#web/api/use-write.ts'
import { testCallFailure } from '#web/features/calls/test-call-failure.ts'
import { formatPhone } from '#web/lib/format.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { confirm } from '#web/ui/confirm.ts'
import { toast, toastError } from '#web/ui/toast.ts'

interface TestCall {
  /** Dials once it was said that the phone may ring. */
  ask: () => Promise<void>
  isPending: boolean
  /** The last call started; null before the first and after a failure. */
  callId: number | null
}

/** Starts a test call to a broker and links to its details; the page needs a CallPanel. */
export function useTestCall(broker: { id: number; name: string; phone?: string | null }): TestCall {
  const { open } = useOpenRecord('call')
  const write = useWrite(testCallBroker, {
    refresh: ['calls', 'activities'],
    onSuccess: ({ callId, phoneNumber }) =>
      toast({
        title: 'Test Call Initiated',
        message: `Calling ${broker.name} on ${formatPhone(phoneNumber)}.`,
        tone: 'success',
        action: { label: 'Call details', run: () => open(callId) },
      }),
    onError: (error) => {
      const { title, message } = testCallFailure(error, 'brokers')
      toastError(message, title)
    },
  })
  return {
    ask: async () => {
      const isSure = await confirm({
        title: `Call ${broker.name} now?`,
        body: (
          <p>
            A test call rings {broker.phone ? formatPhone(broker.phone) : 'the number on record'} at once. It
            counts in no campaign and in no report.
          </p>
        ),
        action: 'Call now',
      })
      if (isSure) write.mutate({ params: { id: broker.id } })
    },
    isPending: write.isPending,
    callId: write.data?.callId ?? null,
  }
}
