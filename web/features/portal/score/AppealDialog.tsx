import type { ReactElement } from 'react'
import { makeAppeal } from '#contract/scoring/score-appeals.ts'
import { monthText } from '#web/features/scoring/score-labels.ts'
import { formatDate } from '#web/lib/dates.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'

/** A form for an appeal against a score. */
export function AppealDialog({ month, onClose }: { month: string; onClose: () => void }): ReactElement {
  const form = useZodForm(makeAppeal.body, { reason: '' })
  const send = useFormWrite(form, makeAppeal, {
    success: ({ dueOn }) => `Your appeal is with us. You have an answer by ${formatDate(dueOn)}.`,
    failure: 'Your appeal could not be sent',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={`Appeal against the score for ${monthText(month)}`}
      description="Say which figure is wrong, and why. A person reads it."
      dirty={form.formState.isDirty}
      write={send}
      submit="Send appeal"
      pendingText="Sending..."
      size="lg"
      onSubmit={form.handleSubmit((body) => send.mutate({ params: { month }, body }))}
    >
      <TextAreaField label="What is wrong" required {...field(form, 'reason')} />
    </FormDialog>
  )
}
