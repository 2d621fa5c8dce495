import type { ReactElement } from 'react'
import { z } from 'zod'
import { plainNumber } from '#contract/ids.ts'
import {
  getSessionLimits,
  type SessionLimits,
  sessionLimitFields,
  updateSessionLimits,
} from '#contract/session-limits.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormEdit } from '#web/lib/use-edit.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { useSavedForm } from '#web/lib/use-saved-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Form } from '#web/ui/Form.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** How long people stay signed in. */
export function SessionsPanel(): ReactElement {
  const { data, error, refetch } = useRead(getSessionLimits)
  return (
    <Panel title="Sessions">
      {data ? (
        <SessionsForm saved={data} />
      ) : error ? (
        <ErrorState title="The settings could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading text="Loading the settings...">
          <Skeleton className="h-28" />
        </Loading>
      )}
    </Panel>
  )
}

function SessionsForm({ saved }: { saved: SessionLimits }): ReactElement {
  const refusal = useRefusal('session_limits.write')
  const readOnly = refusal !== null
  const form = useZodForm(typedLimits, asTyped(saved))
  const { isDirty } = form.formState
  useLeaveGuard(isDirty)
  const saving = useSavedForm(form)
  const edit = useFormEdit(updateSessionLimits, form, { record: saved, toForm: asTyped })
  const save = useFormWrite(form, updateSessionLimits, {
    edit,
    success: 'Sessions saved',
    failure: 'Failed to save the settings',
    onSuccess: (limits) => saving.show(asTyped(limits)),
  })
  return (
    <Form
      edit={edit}
      keepAs="Sessions"
      onSubmit={form.handleSubmit(saving.from((body) => save.mutate({ body })))}
    >
      <p className="max-w-3xl text-ink-soft">
        Applies immediately; longer sessions are signed out, including yours.
      </p>
      <div className="grid gap-4 md:grid-cols-3">
        <TextField
          label="Idle timeout (staff)"
          help="1 to 72 hours"
          inputMode="numeric"
          suffix="hours"
          readOnly={readOnly}
          {...field(form, 'staffIdleHours')}
        />
        <TextField
          label="Maximum session (staff)"
          help="1 to 30 days, however active they are"
          inputMode="numeric"
          suffix="days"
          readOnly={readOnly}
          {...field(form, 'staffDays')}
        />
        <TextField
          label="Idle timeout (brokers)"
          help="1 to 30 days; after 90 days in any case"
          inputMode="numeric"
          suffix="days"
          readOnly={readOnly}
          {...field(form, 'brokerDays')}
        />
      </div>
      <div>
        <Button
          type="submit"
          disabledReason={refusal ?? (isDirty ? null : 'Nothing has changed yet.')}
          pending={save.isPending}
          pendingText="Saving..."
        >
          Save Changes
        </Button>
      </div>
    </Form>
  )
}

const { staffIdleHours, staffDays, brokerDays } = sessionLimitFields.shape
const typedLimits = z.object({
  staffIdleHours: plainNumber(staffIdleHours),
  staffDays: plainNumber(staffDays),
  brokerDays: plainNumber(brokerDays),
})

/** In the fields a number is text. */
const asTyped = ({ staffIdleHours, staffDays, brokerDays }: SessionLimits) => ({
  staffIdleHours: String(staffIdleHours),
  staffDays: String(staffDays),
  brokerDays: String(brokerDays),
})
