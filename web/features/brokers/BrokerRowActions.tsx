import { Pencil, PhoneCall, Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { Broker } from '#contract/brokers.ts'
import { useRefusal } from '#web/api/session.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { BrokerDialog } from './BrokerDialog.tsx'
import { useDeleteBroker } from './use-delete-broker.tsx'
import { useTestCall } from './use-test-call.ts'

/** Actions of a broker's row in the directory. */
export function BrokerRowActions({ broker }: { broker: Broker }): ReactElement {
  const [isEditing, setEditing] = useState(false)
  const dialRefusal = useRefusal('calls.dial')
  const writeRefusal = useRefusal('brokers.write')
  const testCall = useTestCall(broker)
  const remove = useDeleteBroker()
  return (
    <>
      <IconButton
        label={`Test call ${broker.name}`}
        icon={PhoneCall}
        pending={testCall.isPending}
        disabledReason={dialRefusal}
        onClick={testCall.start}
      />
      <IconButton
        label={`Edit ${broker.name}`}
        icon={Pencil}
        disabledReason={writeRefusal}
        onClick={() => setEditing(true)}
      />
      <IconButton
        label={`Delete ${broker.name}`}
        icon={Trash2}
        pending={remove.isPending}
        disabledReason={writeRefusal}
        onClick={() => void remove.ask(broker)}
      />
      {isEditing && <BrokerDialog broker={broker} onClose={() => setEditing(false)} />}
    </>
  )
}
