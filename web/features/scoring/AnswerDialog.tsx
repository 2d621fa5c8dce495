import type { ReactElement } from 'react'
import { type Appeal, answerAppeal } from '#contract/scoring/score-appeals.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { RadioGroupField } from '#web/ui/ChoiceFields.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { monthText } from './score-labels.ts'

const outcomes = [
  { value: 'upheld', label: 'Upheld', help: 'The broker is right. Correct the loans, or override the tier.' },
  { value: 'declined', label: 'Declined', help: 'The score stays as it is.' },
]

/** A person's answer to an appeal. */
export function AnswerDialog({ appeal, onClose }: { appeal: Appeal; onClose: () => void }): ReactElement {
  const form = useZodForm(answerAppeal.body, { answer: '' })
  const write = useFormWrite(form, answerAppeal, {
    refresh: ['tasks'],
    success: 'The answer is on its way to the broker',
    failure: 'Failed to answer the appeal',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={`Answer the appeal of ${appeal.broker.name}`}
      description={`${monthText(appeal.month)}: ${appeal.reason}`}
      dirty={form.formState.isDirty}
      write={write}
      submit="Send answer"
      pendingText="Sending..."
      onSubmit={form.handleSubmit((body) => write.mutate({ params: { id: appeal.id }, body }))}
    >
      <RadioGroupField label="Outcome" required options={outcomes} {...field(form, 'outcome')} />
      <TextAreaField label="Answer" required help="The broker gets it by email." {...field(form, 'answer')} />
    </FormDialog>
  )
}
