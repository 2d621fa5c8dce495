import { type ReactElement, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  logCall,
  type ManualOutcome,
  manualOutcomeLabels,
  manualOutcomes,
  type Task,
} from '#contract/tasks/tasks.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { FormButtons } from '#web/ui/FormButtons.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { snoozeChoices } from '../snooze.ts'
import { useTaskRefusal } from '../use-task.ts'

const DONE = 'done'
const outcomeOptions = manualOutcomes.map((value) => ({ value, label: manualOutcomeLabels[value] }))
const nextOptions = [
  { value: DONE, label: 'Nothing, the task is done' },
  ...snoozeChoices.map(({ label }) => ({ value: label, label: `Call again in ${label.toLowerCase()}` })),
]

/** The result of a call made by hand, and the next step. */
export function LogCallForm({ task }: { task: Task }): ReactElement {
  const [outcome, setOutcome] = useState<ManualOutcome>('reached')
  const [note, setNote] = useState('')
  const [next, setNext] = useState(DONE)
  const navigate = useNavigate()
  const refusal = useTaskRefusal(task)
  const log = useWrite(logCall, {
    refresh: ['activities', 'brokers'],
    onSuccess: ({ snoozedUntil }) => {
      toastSuccess(snoozedUntil ? `Call logged. Again ${formatDateTime(snoozedUntil)}` : 'Call logged')
    },
    onError: (error) => toastError(messageOf(error, 'Failed to log the call. Please try again.')),
  })
  useLeaveGuard(note !== '' && !log.isSuccess)
  // in an effect: before it, the leave guard still holds the note
  useEffect(() => {
    if (log.isSuccess) void navigate('/tasks')
  }, [log.isSuccess, navigate])
  const again = snoozeChoices.find(({ label }) => label === next)?.until(Date.now()) ?? null
  return (
    <Form
      keepAs={`Log of call ${task.id}`}
      onSubmit={() => {
        if (refusal === null && !log.isPending)
          log.mutate({ params: { id: task.id }, body: { outcome, note, again } })
      }}
    >
      <SelectField
        label="How did it end?"
        options={outcomeOptions}
        value={outcome}
        disabled={refusal !== null}
        onChange={({ target }) =>
          setOutcome(manualOutcomes.find((each) => each === target.value) ?? 'reached')
        }
      />
      <TextAreaField
        label="Note"
        help="Kept on the broker’s timeline"
        maxLength={2000}
        readOnly={refusal !== null}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <SelectField
        label="Next step"
        options={nextOptions}
        value={next}
        disabled={refusal !== null}
        onChange={({ target }) => setNext(target.value)}
      />
      <FormButtons>
        <Button type="submit" disabledReason={refusal} pending={log.isPending} pendingText="Saving...">
          Log the call
        </Button>
      </FormButtons>
    </Form>
  )
}
