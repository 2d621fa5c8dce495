import type { ReactElement } from 'react'
import { listTaskPeople, type Task } from '#contract/tasks/tasks.ts'
import { useSession } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { Button } from '#web/ui/Button.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { useTaskMove, useTaskRefusal } from './use-task.ts'

/** The assignee of the task; applies immediately. */
export function AssigneeField({ task }: { task: Task }): ReactElement {
  const { id, kind, assignee } = task
  const refusal = useTaskRefusal(task)
  const { data: user } = useSession()
  const people = useRead(listTaskPeople, { query: { kind } })
  const assign = useTaskMove((moved) =>
    moved.assignee ? `Assigned to ${moved.assignee.name}` : 'The task is unassigned',
  )
  const give = (assigneeId: number | null): void =>
    assign.mutate({ params: { id }, body: { action: 'assign', assigneeId } })
  const options = [
    { value: '', label: 'Unassigned' },
    ...(people.data ?? (assignee ? [assignee] : [])).map((each) => ({
      value: String(each.id),
      label: each.name,
    })),
  ]
  const isMine = assignee?.id === user?.id
  return (
    <PanelSection title="Assigned to">
      <div className="flex flex-wrap items-center gap-2">
        <SelectField
          label="Assigned to"
          hideLabel
          options={options}
          value={assignee ? String(assignee.id) : ''}
          disabled={refusal !== null || assign.isPending}
          onChange={({ target }) => give(target.value === '' ? null : Number(target.value))}
        />
        {!isMine && user && (
          <Button disabledReason={refusal} pending={assign.isPending} onClick={() => give(user.id)}>
            Assign to me
          </Button>
        )}
      </div>
    </PanelSection>
  )
}
