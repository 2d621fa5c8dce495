import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { taskTerms } from '#contract/tasks/task-kinds.ts'
import { getTask, type Task } from '#contract/tasks/tasks.ts'
import { useRecord } from '#web/api/use-read.ts'
import { CallPanel } from '#web/features/calls/CallPanel.tsx'
import { formatDateTime, formatEventTime } from '#web/lib/dates.ts'
import { formatPhone } from '#web/lib/format.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Facts, PanelSection } from '#web/ui/PanelSection.tsx'
import { RecordPanel } from '#web/ui/RecordPanel.tsx'
import { AssigneeField } from './AssigneeField.tsx'
import { DoneForm } from './DoneForm.tsx'
import { MatterActions } from './MatterActions.tsx'
import { TaskMoves } from './TaskMoves.tsx'
import { State } from './task-columns.tsx'
import { whoOf } from './task-labels.ts'

/** The task that the address names (?task=17), with the action at hand. */
export function TaskPanel(): ReactElement {
  const open = useOpenRecord('task')
  const read = useRecord(getTask, open.id)
  const task = read.data
  return (
    <>
      <RecordPanel
        noun="task"
        open={open}
        read={read}
        missing="There is no task with this number, or it went with the broker's record."
        title={task ? taskTerms[task.kind].label : 'Task'}
        description={task && whoOf(task)}
        footer={task && <TaskMoves task={task} />}
        skeleton={['h-5 w-40', 'h-16', 'mt-4 h-28']}
      >
        {(loaded) => (
          <>
            <PanelSection title="What to do">
              <p>{taskTerms[loaded.kind].todo}</p>
              {loaded.state === 'open' && <MatterActions task={loaded} />}
            </PanelSection>
            <TaskFacts task={loaded} />
            {loaded.state === 'open' && <AssigneeField key={loaded.id} task={loaded} />}
            {loaded.state === 'open' && <DoneForm key={`done-${loaded.id}`} task={loaded} />}
          </>
        )}
      </RecordPanel>
      <CallPanel />
    </>
  )
}

function TaskFacts({ task }: { task: Task }): ReactElement {
  const { broker, phone, details, dueAt, createdAt, snoozedUntil, note, endedReason, closedAt, closedBy } =
    task
  return (
    <PanelSection title="What happened">
      <p className="mb-2">{details}</p>
      <Facts
        facts={[
          { label: 'State', value: <State task={task} /> },
          broker !== null && {
            label: 'Broker',
            value: (
              <Link to={pathTo.broker(broker.id)} className="link">
                {broker.name}
              </Link>
            ),
          },
          phone !== null && { label: 'Phone', value: formatPhone(phone) },
          { label: 'Since', value: formatEventTime(createdAt, task.simulatedAt) },
          task.state === 'open' && { label: 'Due', value: formatEventTime(dueAt, task.simulatedAt && dueAt) },
          snoozedUntil !== null && { label: 'Snoozed until', value: formatDateTime(snoozedUntil) },
          endedReason !== null && { label: 'Ended because', value: endedReason },
          closedAt !== null && {
            label: 'Closed',
            value: closedBy ? `${formatDateTime(closedAt)} by ${closedBy}` : formatDateTime(closedAt),
          },
          note !== null && {
            label: 'Note',
            value: <span className="whitespace-pre-wrap">{note}</span>,
          },
        ]}
      />
    </PanelSection>
  )
}
