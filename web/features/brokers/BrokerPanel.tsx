import { Pencil, PhoneCall, Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Link } from 'react-router'
import { getBroker } from '#contract/brokers.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { BrokerApplications } from '#web/features/applications/BrokerApplications.tsx'
import { BrokerBookings } from '#web/features/bookings/BrokerBookings.tsx'
import { useOpenCall } from '#web/features/calls/use-open-call.ts'
import { pathTo } from '#web/routes/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { BrokerDialog } from './BrokerDialog.tsx'
import { BrokerFacts } from './BrokerFacts.tsx'
import { BrokerTimeline } from './BrokerTimeline.tsx'
import { CallingState } from './CallingState.tsx'
import type { BrokerDetails } from './calling-state.ts'
import { useDeleteBroker } from './use-delete-broker.tsx'
import { useOpenBroker } from './use-open-broker.ts'
import { useTestCall } from './use-test-call.ts'

/** The details of the broker that the address names (?broker=17). */
export function BrokerPanel(): ReactElement | null {
  const { brokerId, close } = useOpenBroker()
  const id = /^[1-9]\d{0,8}$/.test(brokerId) ? Number(brokerId) : null
  const details = useRead(getBroker, { params: { id: id ?? 0 } }, { enabled: id !== null })
  if (brokerId === '') return null
  const broker = id === null ? undefined : details.data
  return (
    <SidePanel
      open
      onClose={close}
      title={broker?.name ?? 'Broker'}
      description={broker?.company ?? undefined}
      footer={broker && <PanelActions key={broker.id} broker={broker} onDeleted={close} />}
    >
      {broker ? (
        <div key={broker.id}>
          <p className="mb-3">
            <Link
              to={pathTo.broker(broker.id)}
              className="rounded font-medium text-link underline-offset-2 hover:underline"
            >
              Open the whole page
            </Link>
          </p>
          <CallingState broker={broker} />
          <BrokerFacts broker={broker} />
          <BrokerApplications brokerId={broker.id} />
          <BrokerBookings brokerId={broker.id} />
          <BrokerTimeline brokerId={broker.id} />
        </div>
      ) : (
        <Instead
          isMissing={id === null || isNotFound(details.error)}
          error={details.error}
          onRetry={() => void details.refetch()}
        />
      )}
    </SidePanel>
  )
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && [400, 404].includes(error.status)
}

interface PanelActionsProps {
  broker: BrokerDetails
  onDeleted: () => void
}

function PanelActions({ broker, onDeleted }: PanelActionsProps): ReactElement {
  const [isEditing, setEditing] = useState(false)
  const dialRefusal = useRefusal('calls.dial')
  const writeRefusal = useRefusal('brokers.write')
  const testCall = useTestCall(broker)
  const remove = useDeleteBroker(onDeleted)
  const { open } = useOpenCall()
  const { callId } = testCall
  return (
    <>
      <Button
        variant="ghost"
        className="mr-auto -ml-2"
        icon={Trash2}
        pending={remove.isPending}
        disabledReason={writeRefusal}
        onClick={() => void remove.ask(broker)}
      >
        Delete
      </Button>
      {callId !== null && <Button onClick={() => open(callId)}>Call details</Button>}
      <Button icon={Pencil} disabledReason={writeRefusal} onClick={() => setEditing(true)}>
        Edit
      </Button>
      <Button
        variant="primary"
        icon={PhoneCall}
        pending={testCall.isPending}
        pendingText="Calling..."
        disabledReason={dialRefusal}
        onClick={testCall.start}
      >
        Test call
      </Button>
      {isEditing && <BrokerDialog broker={broker} onClose={() => setEditing(false)} />}
    </>
  )
}

interface InsteadProps {
  isMissing: boolean
  error: unknown
  onRetry: () => void
}

function Instead({ isMissing, error, onRetry }: InsteadProps): ReactElement {
  if (isMissing) {
    return (
      <EmptyState title="Broker not found">
        There is no broker with this number, or the record was deleted.
      </EmptyState>
    )
  }
  if (error) return <ErrorState title="The broker could not be loaded." error={error} onRetry={onRetry} />
  return (
    <Loading text="Loading broker...">
      <div className="flex flex-col gap-3">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-16" />
        <Skeleton className="mt-4 h-28" />
        <Skeleton className="mt-4 h-40" />
      </div>
    </Loading>
  )
}
