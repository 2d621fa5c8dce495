import { useRef } from 'react'
import { testCallBroker } from '#contract/calls/calls.ts'
import { useWrite } from '#web/api/use-write.ts'
import { testCallFailure } from '#web/features/calls/test-call-failure.ts'
import { formatPhone } from '#web/lib/format.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { confirm } from '#web/ui/confirm.ts'
import { toast, toastError } from '#web/ui/toast.ts'

interface BrokerToCall {
  id: number
  name: string
  phone?: string | null
}

interface TestCall {
  /** Dials after a confirmation that the phone may ring. */
  ask: (broker: BrokerToCall) => Promise<void>
  /** The broker whose call is being started. */
  pendingId: number | null
  /** The last call started, and its broker; null before the first and after a failure. */
  started: { brokerId: number; callId: number } | null
}

/** Starts a test call to a broker and links to its details; the page needs a CallPanel. */
export function useTestCall(): TestCall {
  const { open } = useOpenRecord('call')
  const names = useRef(new Map<number, string>())
  const write = useWrite(testCallBroker, {
    refresh: ['calls', 'activities'],
    onSuccess: ({ callId, phoneNumber }, { params }) =>
      toast({
        title: 'Test Call Initiated',
        message: `Calling ${names.current.get(params.id)} on ${formatPhone(phoneNumber)}.`,
        tone: 'success',
        action: { label: 'Call details', run: () => open(callId) },
      }),
    onError: (error) => {
      const { title, message } = testCallFailure(error, 'brokers')
      toastError(message, title)
    },
  })
  return {
    ask: async (broker) => {
      names.current.set(broker.id, broker.name)
      const isSure = await confirm({
        title: `Call ${broker.name} now?`,
        body: (
          <p>
            A test call rings {broker.phone ? formatPhone(broker.phone) : 'the number on record'} immediately.
            It counts in no campaign and in no report.
          </p>
        ),
        action: 'Call now',
      })
      if (isSure) write.mutate({ params: { id: broker.id } })
    },
    pendingId: write.isPending ? write.variables.params.id : null,
    started: write.data ? { brokerId: write.variables.params.id, callId: write.data.callId } : null,
  }
}
