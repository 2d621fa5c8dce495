import { Phone, PlugZap } from 'lucide-react'
import type { ReactElement } from 'react'
import { checkVendor, type listPhoneNumbers } from '#contract/calls/telephony.ts'
import { type VendorId, vendorFacts } from '#contract/calls/vendors.ts'
import { messageOf } from '#web/api/api-error.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { useRefusal } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { toastError } from '#web/ui/toast.ts'
import { ConnectionTest } from './ConnectionTest.tsx'
import { ImportFromTwilio } from './ImportFromTwilio.tsx'
import { NumberItem } from './NumberItem.tsx'
import { OrderField } from './OrderField.tsx'
import { failingTitle, importable, inVapi } from './vendor-labels.ts'

interface VendorPanelProps {
  vendor: VendorId
  /** Undefined while loading. */
  answer: AnswerOf<typeof listPhoneNumbers> | undefined
  /** True while the list reloads. */
  isRetrying: boolean
  onRetry: () => void
}

/** A vendor's numbers, how to rent another, and whether the connection works. */
export function VendorPanel(props: VendorPanelProps): ReactElement {
  const { vendor, answer, isRetrying, onRetry } = props
  const { numbers: words, notConfigured } = vendorFacts[vendor]
  const status = answer?.status[vendor]
  const roleRefusal = useRefusal('numbers.write')
  const check = useWrite(checkVendor, {
    // the result may open or close the breaker
    refresh: ['system'],
    onError: (error) => toastError(messageOf(error, 'The connection could not be tested')),
  })
  return (
    <Panel
      title={words.title}
      flush
      actions={
        <Button
          size="sm"
          icon={PlugZap}
          pending={check.isPending}
          pendingText="Testing..."
          disabled={!status}
          disabledReason={status && (status.configured ? roleRefusal : notConfigured)}
          onClick={() => check.mutate({ params: { vendor } })}
        >
          Test connection
        </Button>
      }
    >
      {(check.isPending || check.data) && (
        <ConnectionTest answer={check.isPending ? undefined : check.data} />
      )}
      <p className="border-b border-line px-4 py-3 text-ink-soft">{words.help}</p>
      {!answer || !status ? (
        <Waiting />
      ) : status.error ? (
        <Failing vendor={vendor} reason={status.error} isRetrying={isRetrying} onRetry={onRetry} />
      ) : (
        status.configured && <Numbers vendor={vendor} answer={answer} />
      )}
      {vendor === 'vapi' && answer && status?.configured && <Importable answer={answer} />}
      {status && (
        <div className="p-4">
          <OrderField vendor={vendor} isConfigured={status.configured} />
        </div>
      )}
    </Panel>
  )
}

type Answer = AnswerOf<typeof listPhoneNumbers>

function Numbers({ vendor, answer }: { vendor: VendorId; answer: Answer }): ReactElement {
  const numbers = answer[vendor]
  if (numbers.length === 0) {
    return (
      <div className="border-b border-line">
        <EmptyState icon={Phone} title="No numbers yet">
          {vendorFacts[vendor].numbers.empty}
        </EmptyState>
      </div>
    )
  }
  return (
    <ul aria-label={vendorFacts[vendor].numbers.title}>
      {numbers.map((number) => (
        <NumberItem
          key={number.id}
          vendor={vendor}
          number={number}
          shared={vendor === 'twilio' ? inVapi(number, answer.vapi) : null}
        />
      ))}
    </ul>
  )
}

function Importable({ answer }: { answer: Answer }): ReactElement | null {
  // without Vapi's list, the numbers that it lacks cannot be determined
  const numbers = answer.status.vapi.error === null ? importable(answer.twilio, answer.vapi) : []
  return numbers.length > 0 ? <ImportFromTwilio numbers={numbers} /> : null
}

type FailingProps = Omit<VendorPanelProps, 'answer'> & { reason: string }

function Failing({ vendor, reason, isRetrying, onRetry }: FailingProps): ReactElement {
  return (
    <div role="alert" className="flex flex-col items-start gap-3 border-b border-line px-4 py-4">
      <div>
        <p className="font-medium text-red-ink">{failingTitle(vendor)}</p>
        <p className="break-words">{reason}</p>
      </div>
      <Button size="sm" pending={isRetrying} pendingText="Retrying..." onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}

function Waiting(): ReactElement {
  return (
    <div className="min-h-48 px-4 py-4">
      <Loading text="Loading phone numbers...">
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="mt-2 h-4 w-1/2" />
      </Loading>
    </div>
  )
}
