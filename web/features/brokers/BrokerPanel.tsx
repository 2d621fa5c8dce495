import { Pencil, PhoneCall, Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Link } from 'react-router'
import { getBroker } from '#contract/brokers/brokers.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRecord } from '#web/api/use-read.ts'
import { BrokerApplications, useBrokerApplications } from '#web/features/applications/BrokerApplications.tsx'
import { BrokerBookings, useBrokerBookings } from '#web/features/bookings/BrokerBookings.tsx'
import { BrokerTasks, useBrokerTasks } from '#web/features/tasks/BrokerTasks.tsx'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { Button } from '#web/ui/Button.tsx'
import { RecordPanel } from '#web/ui/RecordPanel.tsx'
import { Together } from '#web/ui/Together.tsx'
import { BrokerDialog } from './BrokerDialog.tsx'
import { BrokerFacts } from './BrokerFacts.tsx'
import { BrokerTimeline } from './BrokerTimeline.tsx'
import { useBrokerWay } from './broker-way.ts'
import { CallingState } from './CallingState.tsx'
import { useCallabilityRead } from './callability.ts'
import type { BrokerDetails } from './calling-state.ts'
import { useDeleteBroker } from './use-delete-broker.tsx'
import { useTestCall } from './use-test-call.tsx'

const SKELETON = ['h-5 w-40', 'h-16', 'mt-4 h-28', 'mt-4 h-40']

/** Details of the broker in the URL (?broker=17). */
export function BrokerPanel(): ReactElement {
  const open = useOpenRecord('broker')
  const read = useRecord(getBroker, open.id)
  const broker = read.data
  return (
    <RecordPanel
      noun="broker"
      open={open}
      read={read}
      missing="There is no broker with this number, or the record was deleted."
      title={broker?.name ?? 'Broker'}
      description={broker?.company ?? undefined}
      footer={broker && <PanelActions broker={broker} onDeleted={open.close} />}
      skeleton={SKELETON}
    >
      {(loaded) => <PanelParts broker={loaded} />}
    </RecordPanel>
  )
}

/** Each part has its own request, and its height depends on the response: they are shown together. */
function PanelParts({ broker }: { broker: BrokerDetails }): ReactElement {
  const { id } = broker
  const wayTo = useBrokerWay()
  const reads = [useCallabilityRead(id), useBrokerTasks(id), useBrokerApplications(id), useBrokerBookings(id)]
  return (
    <Together
      isReady={reads.every(({ isPending }) => !isPending)}
      loadingText="Loading broker..."
      skeleton={SKELETON}
    >
      <p className="mb-3">
        <Link {...wayTo(id)} className="link font-medium">
          Open full record
        </Link>
      </p>
      <CallingState broker={broker} />
      <BrokerTasks brokerId={id} />
      <BrokerFacts broker={broker} />
      <BrokerApplications brokerId={id} />
      <BrokerBookings brokerId={id} />
      <BrokerTimeline brokerId={id} />
    </Together>
  )
}

interface PanelActionsProps {
  broker: BrokerDetails
  onDeleted: () => void
}

function PanelActions({ broker, onDeleted }: PanelActionsProps): ReactElement {
  const [isEditing, setEditing] = useState(false)
  const dialRefusal = useRefusal('calls.dial')
  const writeRefusal = useRefusal('brokers.write')
  const testCall = useTestCall()
  const remove = useDeleteBroker(onDeleted)
  const { open } = useOpenRecord('call')
  const started = testCall.started?.brokerId === broker.id ? testCall.started : null
  return (
    <>
      <Button
        variant="remove"
        className="mr-auto -ml-2"
        icon={Trash2}
        pending={remove.pendingId !== null}
        disabledReason={writeRefusal}
        onClick={() => void remove.ask(broker)}
      >
        Delete broker
      </Button>
      {started && <Button onClick={() => open(started.callId)}>Call details</Button>}
      <Button icon={Pencil} disabledReason={writeRefusal} onClick={() => setEditing(true)}>
        Edit
      </Button>
      {!broker.suppressed && (
        <Button
          icon={PhoneCall}
          pending={testCall.pendingId !== null}
          pendingText="Calling..."
          disabledReason={dialRefusal}
          onClick={() => void testCall.ask(broker)}
        >
          Test call
        </Button>
      )}
      {isEditing && <BrokerDialog broker={broker} onClose={() => setEditing(false)} />}
    </>
  )
}
