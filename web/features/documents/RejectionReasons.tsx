import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { useFieldArray } from 'react-hook-form'
import { z } from 'zod'
import { listRejectionReasons, saveRejectionReasons } from '#contract/documents/document-types.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormEdit } from '#web/lib/use-edit.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { useSavedForm } from '#web/lib/use-saved-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FieldNote } from '#web/ui/Field.tsx'
import { Form } from '#web/ui/Form.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { Locked } from './Locked.tsx'

const TITLE = 'Rejection reasons'
const MAX_REASONS = 50

/** The standard rejection reasons; brokers see them as written here. */
export function RejectionReasons(): ReactElement {
  const refusal = useRefusal('documents.read')
  if (refusal) {
    return (
      <Panel title={TITLE}>
        <Locked title="Only reviewers can edit this list" refusal={refusal} />
      </Panel>
    )
  }
  return <Reasons />
}

function Reasons(): ReactElement {
  const { data, error, refetch } = useRead(listRejectionReasons)
  if (data) return <ReasonsForm saved={data} />
  return (
    <Panel title={TITLE}>
      {error ? (
        <ErrorState title="The reasons could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading text="Loading reasons...">
          <div className="flex flex-col gap-3">
            {[0, 1, 2, 3].map((line) => (
              <Skeleton key={line} className="h-8" />
            ))}
          </div>
        </Loading>
      )}
    </Panel>
  )
}

const schema = z.object({
  reasons: z
    .array(
      z.object({
        text: z.string().trim().min(1, 'Enter the reason').max(500, 'At most 500 characters'),
      }),
    )
    .superRefine((reasons, check) => {
      for (const [index, { text }] of reasons.entries()) {
        if (reasons.findIndex((each) => each.text === text) === index) continue
        check.addIssue({ code: 'custom', path: [index, 'text'], message: 'This reason is listed twice' })
      }
    }),
})

type Saved = AnswerOf<typeof listRejectionReasons>

const toReasons = (saved: Saved) => ({ reasons: saved.map(({ text }) => ({ text })) })

function ReasonsForm({ saved }: { saved: Saved }): ReactElement {
  const refusal = useRefusal('rejection_reasons.write')
  const form = useZodForm(schema, toReasons(saved))
  const { fields, append, remove, swap } = useFieldArray({ control: form.control, name: 'reasons' })
  const { isDirty } = form.formState
  useLeaveGuard(isDirty)
  const saving = useSavedForm(form)
  const { reset } = form
  const edit = useFormEdit(saveRejectionReasons, form, { record: saved, toForm: toReasons })
  const save = useWrite(saveRejectionReasons, {
    edit,
    onSuccess: (reasons) => {
      saving.show(toReasons(reasons))
      toastSuccess('Reasons saved')
    },
    onError: (error) => {
      const first = error instanceof ApiError ? Object.values(error.fields)[0] : undefined
      toastError(first ?? messageOf(error, 'Failed to save the reasons'))
    },
  })
  return (
    <Panel title={TITLE}>
      <Form
        label={TITLE}
        edit={edit}
        onSubmit={form.handleSubmit(
          saving.from(({ reasons }) => save.mutate({ body: { texts: reasons.map(({ text }) => text) } })),
        )}
      >
        <p className="text-ink-soft">
          Reviewers put these into the reason with a tick and may change the words. Brokers read them.
        </p>
        {fields.length === 0 && <p>No standard reasons: reviewers write their own each time.</p>}
        <ol aria-label="Reasons" className="flex flex-col gap-2">
          {fields.map(({ id }, index) => (
            <li key={id} className="flex items-start justify-end gap-1 max-md:flex-wrap">
              <TextField
                label={`Reason ${index + 1}`}
                hideLabel
                className="min-w-0 flex-1 max-md:basis-full"
                readOnly={refusal !== null}
                {...field(form, `reasons.${index}.text`)}
              />
              <IconButton
                label={`Move reason ${index + 1} up`}
                icon={ArrowUp}
                disabledReason={refusal ?? (index === 0 ? 'This is the first.' : null)}
                onClick={() => swap(index, index - 1)}
              />
              <IconButton
                label={`Move reason ${index + 1} down`}
                icon={ArrowDown}
                disabledReason={refusal ?? (index === fields.length - 1 ? 'This is the last.' : null)}
                onClick={() => swap(index, index + 1)}
              />
              <IconButton
                label={`Remove reason ${index + 1}`}
                icon={X}
                disabledReason={refusal}
                onClick={() => remove(index)}
              />
            </li>
          ))}
        </ol>
        <FieldNote id="rejection-reasons-note" error={undefined} help="Earlier rejections keep their text." />
        <div className="flex flex-wrap justify-between gap-2">
          <Button
            icon={Plus}
            disabledReason={
              refusal ?? (fields.length >= MAX_REASONS ? `At most ${MAX_REASONS} reasons.` : null)
            }
            onClick={() => append({ text: '' })}
          >
            Add reason
          </Button>
          <span className="flex flex-wrap gap-2">
            {isDirty && <Button onClick={() => reset()}>Discard changes</Button>}
            <Button
              type="submit"
              variant="primary"
              pending={save.isPending}
              pendingText="Saving..."
              disabledReason={refusal ?? (isDirty ? null : 'There are no changes to save.')}
            >
              Save reasons
            </Button>
          </span>
        </div>
      </Form>
    </Panel>
  )
}
