import { UserRoundCheck, Users } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { getTaskLoad } from '#contract/tasks/tasks.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, readProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { PeopleItems } from './SelectedTasks.tsx'
import { SNOOZE_MS } from './snooze.ts'
import { useChangeTasks } from './use-change-tasks.ts'

type Load = AnswerOf<typeof getTaskLoad>[number]

const nothing = (): void => undefined
const nameOf = ({ person }: Load): string => person?.name ?? 'Unassigned'
const listOf = ({ person }: Load): string => `/tasks?assignee=${person?.id ?? 'nobody'}`
const linkClass = 'link tabular'

const columns: readonly Column<Load>[] = [
  {
    id: 'person',
    header: 'Person',
    cell: (load) => <span className="font-medium">{nameOf(load)}</span>,
    always: true,
    phone: 'title',
  },
  {
    id: 'open',
    header: 'Open tasks',
    cell: (load) => (
      <Link to={listOf(load)} className={linkClass}>
        {load.open}
      </Link>
    ),
    value: ({ open }) => open,
    align: 'end',
    width: '9rem',
    phone: 'labelled',
  },
  {
    id: 'overdue',
    header: 'Late',
    cell: (load) =>
      load.overdue === 0 ? (
        <span className="text-ink-soft">0</span>
      ) : (
        <Link
          to={`${listOf(load)}&late=true`}
          className="tabular rounded font-medium text-red-ink hover:underline"
        >
          {load.overdue}
        </Link>
      ),
    value: ({ overdue }) => overdue,
    align: 'end',
    width: '7rem',
    phone: 'labelled',
  },
  { id: 'actions', header: 'Actions', cell: (load) => <Reassign load={load} />, width: '10rem' },
]

/** How many open tasks each person has, and how many are late; a hand-over moves all of a person's tasks. */
export function TeamLoad(): ReactElement {
  const read = useRead(getTaskLoad, undefined, { refetchInterval: SNOOZE_MS })
  return (
    <Panel title="Open tasks by person" flush>
      <DataTable
        id="task-load"
        label="Open tasks by person"
        noun="people"
        columns={columns}
        rowKey={(load: Load) => load.person?.id ?? 0}
        {...readProps(read)}
        loadingText="Loading the team..."
        empty={<EmptyState icon={Users} title="Nobody can work on tasks yet" />}
      />
    </Panel>
  )
}

function Reassign({ load }: { load: Load }): ReactElement {
  const refusal = useRefusal('tasks.work')
  const change = useChangeTasks(nothing)
  const of = load.person?.id ?? null
  return (
    <Menu
      trigger={
        <Button
          size="sm"
          icon={UserRoundCheck}
          disabledReason={refusal ?? (load.open === 0 ? 'There are no open tasks to reassign.' : null)}
          pending={change.isPending}
          aria-label={`Reassign the tasks: ${nameOf(load)}`}
        >
          Reassign
        </Button>
      }
    >
      <PeopleItems
        except={of}
        onChoose={(assigneeId) =>
          change.mutate({ body: { tasks: { of }, change: { action: 'assign', assigneeId } } })
        }
      />
    </Menu>
  )
}
