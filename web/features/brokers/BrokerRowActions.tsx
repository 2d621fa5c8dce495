import { Ellipsis, Pencil, PhoneCall, Trash2, UserRound } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Broker } from '#contract/brokers.ts'
import { useRefusal } from '#web/api/session.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { BrokerDialog } from './BrokerDialog.tsx'
import { useBrokerWay } from './broker-way.ts'
import { useDeleteBroker } from './use-delete-broker.tsx'
import { useTestCall } from './use-test-call.tsx'

/** Actions of a broker's row in the directory. */
export function BrokerRowActions({ broker }: { broker: Broker }): ReactElement {
  const [isEditing, setEditing] = useState(false)
  const navigate = useNavigate()
  const dialRefusal = useRefusal('calls.dial')
  const writeRefusal = useRefusal('brokers.write')
  const testCall = useTestCall(broker)
  const remove = useDeleteBroker()
  const wayTo = useBrokerWay()
  const open = (): void => {
    const { to, state } = wayTo(broker.id)
    void navigate(to, { state })
  }
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={`Actions for ${broker.name}`}
            icon={Ellipsis}
            pending={testCall.isPending || remove.isPending}
          />
        }
      >
        <MenuItem icon={UserRound} onSelect={open}>
          Open the whole page
        </MenuItem>
        <MenuItem icon={PhoneCall} disabledReason={dialRefusal} onSelect={() => void testCall.ask()}>
          Test call
        </MenuItem>
        <MenuItem icon={Pencil} disabledReason={writeRefusal} onSelect={() => setEditing(true)}>
          Edit
        </MenuItem>
        <MenuItem icon={Trash2} danger disabledReason={writeRefusal} onSelect={() => void remove.ask(broker)}>
          Delete broker
        </MenuItem>
      </Menu>
      {isEditing && <BrokerDialog broker={broker} onClose={() => setEditing(false)} />}
    </>
  )
}
