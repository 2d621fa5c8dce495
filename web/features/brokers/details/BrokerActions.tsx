import {
  CalendarPlus,
  Download,
  Ellipsis,
  Merge,
  NotebookPen,
  Pencil,
  PhoneCall,
  PhoneOutgoing,
  Scale,
  Trash2,
} from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useNavigate } from 'react-router'
import { exportPerson } from '#contract/brokers/brokers.ts'
import { messageOf } from '#web/api/api-error.ts'
import { urlOf } from '#web/api/call.ts'
import { useRefusal } from '#web/api/session.ts'
import { BookForBrokerDialog } from '#web/features/bookings/BookForBrokerDialog.tsx'
import { useBrokerTasks } from '#web/features/tasks/BrokerTasks.tsx'
import { toRing } from '#web/features/tasks/task-labels.ts'
import { downloadFile } from '#web/lib/download.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { toastError } from '#web/ui/toast.ts'
import { BrokerDialog } from '../BrokerDialog.tsx'
import type { BrokerDetails } from '../calling-state.ts'
import { useDeleteBroker } from '../use-delete-broker.tsx'
import { useSendDecisionsLink } from '../use-send-decisions-link.ts'
import { useTestCall } from '../use-test-call.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { NoteDialog } from './NoteDialog.tsx'

/** On a phone the buttons fill their rows. */
const GROW = 'max-md:grow'

async function saveEverything(id: number): Promise<void> {
  try {
    await downloadFile(urlOf(exportPerson, { id }), `broker-${id}.zip`)
  } catch (error) {
    toastError(messageOf(error, 'Failed to export. Please try again.'))
  }
}

export function BrokerActions({ broker }: { broker: BrokerDetails }): ReactElement {
  const [dialog, setDialog] = useState<'edit' | 'merge' | 'book' | 'note' | null>(null)
  const navigate = useNavigate()
  const { open } = useOpenRecord('call')
  const dialRefusal = useRefusal('calls.dial')
  const noteRefusal = useRefusal('tasks.work')
  const writeRefusal = useRefusal('brokers.write')
  const mergeRefusal = useRefusal('brokers.merge')
  const exportRefusal = useRefusal('people.export')
  const bookRefusal = useRefusal('bookings.write')
  const testCall = useTestCall()
  const remove = useDeleteBroker(() => void navigate('/brokers'))
  const started = testCall.started?.brokerId === broker.id ? testCall.started : null
  const { data: tasks = [] } = useBrokerTasks(broker.id)
  const toCall = tasks.find(toRing)
  const close = (): void => setDialog(null)
  const sendLink = useSendDecisionsLink()
  return (
    <>
      {toCall && (
        <ButtonLink to={pathTo.callBack(toCall.id)} icon={PhoneOutgoing}>
          Call back
        </ButtonLink>
      )}
      {started && <Button onClick={() => open(started.callId)}>Call details</Button>}
      {/* a suppressed number gets no call, as the notice below says */}
      {!broker.suppressed && (
        <Button
          icon={PhoneCall}
          pending={testCall.pendingId !== null}
          pendingText="Calling..."
          className={GROW}
          disabledReason={dialRefusal}
          onClick={() => void testCall.ask(broker)}
        >
          Test call
        </Button>
      )}
      <Button
        icon={NotebookPen}
        className={GROW}
        disabledReason={noteRefusal}
        onClick={() => setDialog('note')}
      >
        Add a note
      </Button>
      <Button icon={Pencil} className={GROW} disabledReason={writeRefusal} onClick={() => setDialog('edit')}>
        Edit
      </Button>
      <Button
        variant={broker.suppressed ? 'secondary' : 'primary'}
        icon={CalendarPlus}
        className={GROW}
        disabledReason={bookRefusal}
        onClick={() => setDialog('book')}
      >
        Book a meeting
      </Button>
      <Menu trigger={<IconButton label="More actions" icon={Ellipsis} />}>
        <MenuItem icon={Merge} disabledReason={mergeRefusal} onSelect={() => setDialog('merge')}>
          Merge with another record
        </MenuItem>
        <MenuItem
          icon={Scale}
          disabledReason={noteRefusal}
          onSelect={() => sendLink.mutate({ params: { id: broker.id } })}
        >
          Send the link to decisions
        </MenuItem>
        <MenuItem
          icon={Download}
          disabledReason={exportRefusal}
          onSelect={() => void saveEverything(broker.id)}
        >
          Export everything
        </MenuItem>
        <MenuItem icon={Trash2} danger disabledReason={writeRefusal} onSelect={() => void remove.ask(broker)}>
          Delete broker
        </MenuItem>
      </Menu>
      {dialog === 'edit' && <BrokerDialog broker={broker} onClose={close} />}
      {dialog === 'book' && <BookForBrokerDialog broker={broker} onClose={close} />}
      {dialog === 'note' && <NoteDialog broker={broker} onClose={close} />}
      {dialog === 'merge' && <MergeDialog broker={broker} onClose={close} />}
    </>
  )
}
