import { type ReactElement, useState } from 'react'
import type { Task } from '#contract/tasks/tasks.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { Form } from '#web/ui/Form.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { useTaskMove, useTaskRefusal } from './use-task.ts'

const MAX_NOTE = 2000

/** The id of the form that the button Done submits. */
export const doneFormId = ({ id }: Pick<Task, 'id'>): string => `done-${id}`

/**
 * The note on the result, which Done saves with the task. It sends no version: a task can be closed once, so there is
 * nothing to overwrite, and an assignment a moment before must not refuse it.
 */
export function DoneForm({ task }: { task: Task }): ReactElement {
  const [note, setNote] = useState(task.note ?? '')
  const refusal = useTaskRefusal(task)
  const done = useTaskMove(() => 'Task done')
  useLeaveGuard(note !== (task.note ?? '') && !done.isSuccess)
  return (
    <PanelSection title="Note">
      <Form
        id={doneFormId(task)}
        keepAs={`Done ${task.id}`}
        onSubmit={(event) => {
          event.preventDefault()
          if (refusal === null && !done.isPending)
            done.mutate({ params: { id: task.id }, body: { action: 'done', note } })
        }}
      >
        <TextAreaField
          label="Note"
          hideLabel
          help="Outcome, such as left a message"
          maxLength={MAX_NOTE}
          readOnly={refusal !== null}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Form>
    </PanelSection>
  )
}
