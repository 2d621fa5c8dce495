import { AlarmClock, UserRoundCheck } from 'lucide-react'
import type { ReactElement } from 'react'
import { listTaskPeople, MAX_TASKS_CHANGED, type Task } from '#contract/tasks/tasks.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { countOf } from '#web/lib/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { SelectionBar } from '#web/ui/SelectionBar.tsx'
import type { Selection } from '#web/ui/use-selection.ts'
import { SnoozeMenu } from './SnoozeMenu.tsx'
import { useChangeTasks } from './use-change-tasks.ts'

interface SelectedTasksProps {
  selection: Selection
  tasks: readonly Task[]
}

/** Assigns or snoozes the selected tasks. */
export function SelectedTasks({ selection, tasks }: SelectedTasksProps): ReactElement {
  const ids = tasks.map(({ id }) => id).filter((id) => selection.isSelected(String(id)))
  const change = useChangeTasks(selection.clear)
  const tooMany =
    ids.length > MAX_TASKS_CHANGED ? `Select at most ${MAX_TASKS_CHANGED} tasks at a time.` : null
  const refusal = useRefusal('tasks.work') ?? tooMany
  const common = { size: 'sm', variant: 'ghost', disabledReason: refusal, pending: change.isPending } as const
  const assign = (assigneeId: number | null): void =>
    change.mutate({ body: { tasks: ids, change: { action: 'assign', assigneeId } } })
  return (
    <SelectionBar text={`${countOf(ids.length, 'task')} selected`} onClear={selection.clear}>
      <Menu
        trigger={
          <Button icon={UserRoundCheck} {...common}>
            Assign
          </Button>
        }
      >
        <PeopleItems onChoose={assign} />
      </Menu>
      <SnoozeMenu
        onChoose={(until) => change.mutate({ body: { tasks: ids, change: { action: 'snooze', until } } })}
        trigger={
          <Button icon={AlarmClock} {...common}>
            Snooze
          </Button>
        }
      />
    </SelectionBar>
  )
}

interface PeopleItemsProps {
  /** Left out of the list. */
  except?: number | null
  onChoose: (assigneeId: number | null) => void
}

/** Possible assignees, as items of a menu. */
export function PeopleItems({ except, onChoose }: PeopleItemsProps): ReactElement {
  const { data = [] } = useRead(listTaskPeople)
  return (
    <>
      {except !== null && <MenuItem onSelect={() => onChoose(null)}>Unassigned</MenuItem>}
      {data
        .filter(({ id }) => id !== except)
        .map(({ id, name }) => (
          <MenuItem key={id} onSelect={() => onChoose(id)}>
            {name}
          </MenuItem>
        ))}
    </>
  )
}
