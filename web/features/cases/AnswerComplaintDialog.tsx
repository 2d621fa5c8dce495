import type { ReactElement } from 'react'
import { answerComplaint, type Complaint, complaintStatusLabels } from '#contract/contests/complaints.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { RadioGroupField } from '#web/ui/ChoiceFields.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'

const outcomes = (['upheld', 'partly_upheld', 'not_upheld', 'withdrawn'] as const).map((value) => ({
  value,
  label: complaintStatusLabels[value],
}))

/** A person's answer to a complaint. */
export function AnswerComplaintDialog({
  complaint,
  onClose,
}: {
  complaint: Complaint
  onClose: () => void
}): ReactElement {
  const form = useZodForm(answerComplaint.body, { answer: '' })
  const write = useFormWrite(form, answerComplaint, {
    refresh: ['tasks', 'brokers'],
    success: complaint.email ? 'The answer is on its way to the person' : 'The answer is recorded',
    failure: 'Failed to answer the complaint',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={`Answer complaint no. ${complaint.id}`}
      description={complaint.words}
      dirty={form.formState.isDirty}
      write={write}
      submit={complaint.email ? 'Send answer' : 'Record answer'}
      pendingText={complaint.email ? 'Sending...' : 'Saving...'}
      onSubmit={form.handleSubmit((body) => write.mutate({ params: { id: complaint.id }, body }))}
    >
      <RadioGroupField label="Outcome" required options={outcomes} {...field(form, 'outcome')} />
      <TextAreaField
        label="Answer"
        required
        help={
          complaint.email
            ? 'The person gets it by email.'
            : 'There is no email address on record: ring them, or write a letter.'
        }
        {...field(form, 'answer')}
      />
    </FormDialog>
  )
}
