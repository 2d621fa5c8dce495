import { ArrowRight, Phone } from 'lucide-react'
import type { ReactElement } from 'react'
import { useParams } from 'react-router'
import { taskTerms } from '#contract/tasks/task-kinds.ts'
import { getTask, listTasks, type Task } from '#contract/tasks/tasks.ts'
import { isNotFound } from '#web/api/api-error.ts'
import { useRead, useRecord } from '#web/api/use-read.ts'
import { CallPanel } from '#web/features/calls/CallPanel.tsx'
import { formatPhone } from '#web/lib/format.ts'
import { recordId } from '#web/lib/use-open-record.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PanelFallback } from '#web/ui/PanelFallback.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { State } from '../task-columns.tsx'
import { toRing, whoOf } from '../task-labels.ts'
import { BrokerToCall } from './BrokerToCall.tsx'
import { LastConversation } from './LastConversation.tsx'
import { LogCallForm } from './LogCallForm.tsx'

const crumbs = [{ label: 'Tasks', to: '/tasks' }]
const columns = 'grid items-start gap-4 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_24rem]'

/** Everything for a call that a person makes: script, last conversation, the broker, and a form to log the call. */
export function CallBackPage(): ReactElement {
  const id = recordId(useParams().id ?? '')
  const read = useRecord(getTask, id)
  if (id !== null && read.data) return <Loaded key={id} task={read.data} />
  return (
    <>
      <PageHeader title="Call back" crumbs={crumbs} />
      <PanelFallback
        noun="task"
        isMissing={id === null || isNotFound(read.error)}
        missing="There is no task with this number, or it went with the broker's record."
        action={<ButtonLink to="/tasks">All tasks</ButtonLink>}
        error={read.error}
        onRetry={() => void read.refetch()}
        skeleton={
          <div className={columns}>
            <Skeleton className="h-80" />
            <Skeleton className="h-80" />
          </div>
        }
      />
    </>
  )
}

function Loaded({ task }: { task: Task }): ReactElement {
  const { phone } = task
  const next = useNextToCall(task)
  const isOpen = task.state === 'open'
  return (
    <>
      <PageHeader
        title={whoOf(task)}
        crumbs={crumbs}
        badge={<State task={task} />}
        subtitle={`${taskTerms[task.kind].label}. ${task.details}`}
        actions={
          <>
            {next && (
              <ButtonLink
                to={pathTo.callBack(next.id)}
                variant={isOpen ? 'secondary' : 'primary'}
                icon={ArrowRight}
                title={whoOf(next)}
              >
                Next: {whoOf(next)}
              </ButtonLink>
            )}
            {phone !== null && (
              <ButtonLink
                to={`tel:${phone}`}
                variant={isOpen ? 'primary' : 'secondary'}
                icon={Phone}
                reloadDocument
              >
                Call {formatPhone(phone)}
              </ButtonLink>
            )}
          </>
        }
      />
      <div className={columns}>
        <div className="flex flex-col gap-4 max-lg:order-2">
          <LastConversation task={task} />
        </div>
        <div className="flex flex-col gap-4">
          {task.broker && <BrokerToCall brokerId={task.broker.id} />}
          <Panel title={isOpen ? 'Log the call' : 'Call log'}>
            {isOpen ? (
              <LogCallForm task={task} />
            ) : (
              <p className="whitespace-pre-wrap text-ink-soft">
                {task.note ?? task.endedReason ?? 'This task is closed.'}
              </p>
            )}
          </Panel>
        </div>
      </div>
      <CallPanel />
    </>
  )
}

/** The next person to call, of mine and the unassigned ones. */
function useNextToCall({ id }: Task): Task | undefined {
  const { data } = useRead(listTasks, { query: { assignee: 'free', sort: 'kind', limit: 50 } })
  return data?.find((task) => task.id !== id && toRing(task))
}
