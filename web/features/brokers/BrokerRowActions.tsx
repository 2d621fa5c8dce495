import { Ellipsis, Pencil, PhoneCall, Trash2, UserRound } from 'lucide-react'
import { type ReactElement, type ReactNode, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Broker } from '#contract/brokers/brokers.ts'
import { useRefusal } from '#web/api/session.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { useSteady } from '#web/ui/use-steady.ts'
import { BrokerDialog } from './BrokerDialog.tsx'
import { useBrokerWay } from './broker-way.ts'
import { DirectoryActionsContext, useDirectoryActions } from './directory-actions.ts'
import { useDeleteBroker } from './use-delete-broker.tsx'
import { useTestCall } from './use-test-call.tsx'

interface HostProps {
  /** Those in the directory, as they are now. */
  brokers: readonly Broker[]
  children: ReactNode
}

/** Wraps the directory and runs the actions of its rows' menus. */
export function BrokerRowActionsHost({ brokers, children }: HostProps): ReactElement {
  const [opened, setEdited] = useState<Broker | null>(null)
  // the dialog follows changes by other users; a broker who leaves the list meanwhile keeps the last values
  const edited = opened && (brokers.find(({ id }) => id === opened.id) ?? opened)
  const navigate = useNavigate()
  const dialRefusal = useRefusal('calls.dial')
  const writeRefusal = useRefusal('brokers.write')
  const test = useTestCall()
  const deletion = useDeleteBroker()
  const wayTo = useBrokerWay()
  const openPage = useSteady((broker: Broker) => {
    const { to, state } = wayTo(broker.id)
    void navigate(to, { state })
  })
  const testCall = useSteady((broker: Broker) => void test.ask(broker))
  const remove = useSteady((broker: Broker) => void deletion.ask(broker))
  const { pendingId: calledId } = test
  const { pendingId: removedId } = deletion
  const actions = useMemo(
    () => ({
      ...{ openPage, testCall, edit: setEdited, remove, dialRefusal, writeRefusal },
      pendingIds: [calledId, removedId],
    }),
    [openPage, testCall, remove, dialRefusal, writeRefusal, calledId, removedId],
  )
  return (
    <DirectoryActionsContext value={actions}>
      {children}
      {edited && <BrokerDialog broker={edited} onClose={() => setEdited(null)} />}
    </DirectoryActionsContext>
  )
}

/** Actions of a broker's row in the directory. */
export function BrokerRowActions({ broker }: { broker: Broker }): ReactElement {
  const { dialRefusal, writeRefusal, pendingIds, ...actions } = useDirectoryActions()
  return (
    <Menu
      trigger={
        <IconButton
          label={`Actions for ${broker.name}`}
          icon={Ellipsis}
          pending={pendingIds.includes(broker.id)}
        />
      }
    >
      <MenuItem icon={UserRound} onSelect={() => actions.openPage(broker)}>
        Open full record
      </MenuItem>
      <MenuItem icon={PhoneCall} disabledReason={dialRefusal} onSelect={() => actions.testCall(broker)}>
        Test call
      </MenuItem>
      <MenuItem icon={Pencil} disabledReason={writeRefusal} onSelect={() => actions.edit(broker)}>
        Edit
      </MenuItem>
      <MenuItem icon={Trash2} danger disabledReason={writeRefusal} onSelect={() => actions.remove(broker)}>
        Delete broker
      </MenuItem>
    </Menu>
  )
}
