import type { ReactElement } from 'react'
import { automatedDecisions } from '#contract/automated-decisions.ts'
import { IN_GENERAL, makeContest, type OwnDecision } from '#contract/contests/contests.ts'
import { decisionKinds } from '#contract/decisions/decision-kinds.ts'
import { formatDate } from '#web/lib/dates.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'

interface ContestDialogProps {
  /** null: a decision that is not in the list; its kind is chosen here. */
  decision: OwnDecision | null
  onClose: () => void
}

const kinds = [
  { value: '', label: 'Choose one' },
  ...decisionKinds.map((value) => ({ value, label: automatedDecisions[value].label })),
]

/** A form for a contest of a decision. */
export function ContestDialog({ decision, onClose }: ContestDialogProps): ReactElement {
  const form = useZodForm(makeContest.body, {
    ...(decision && { kind: decision.kind }),
    reference: decision?.reference ?? IN_GENERAL,
    reason: '',
  })
  const send = useFormWrite(form, makeContest, {
    success: ({ dueOn }) => `Your contest is with us. You have an answer by ${formatDate(dueOn)}.`,
    failure: 'Your contest could not be sent',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Contest a decision"
      description={decision?.decision ?? 'Choose what the decision was about.'}
      dirty={form.formState.isDirty}
      write={send}
      submit="Send contest"
      pendingText="Sending..."
      size="lg"
      onSubmit={form.handleSubmit((body) => send.mutate({ body }))}
    >
      {!decision && <SelectField label="Decision" required options={kinds} {...field(form, 'kind')} />}
      <TextAreaField
        label="What is wrong"
        required
        help="Say what is wrong, and what we should look at. A person reads it."
        {...field(form, 'reason')}
      />
    </FormDialog>
  )
}
