import { type ReactElement, useMemo } from 'react'
import { z } from 'zod'
import { complaintWords, listComplaintCalls, makeComplaint } from '#contract/contests/complaints.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'

/** A choice in a form is text; empty: no call is chosen. */
const complaintForm = z.object({ words: complaintWords, callId: z.string() })

/** A form for a complaint about a call. */
export function ComplaintDialog({ onClose }: { onClose: () => void }): ReactElement {
  const { data: calls } = useRead(listComplaintCalls)
  const form = useZodForm(complaintForm, { words: '', callId: '' })
  const send = useFormWrite(form, makeComplaint, {
    success: ({ dueOn }) => `Your complaint is with us. You have an answer by ${formatDate(dueOn)}.`,
    failure: 'Your complaint could not be sent',
    onSuccess: onClose,
  })
  const options = useMemo(
    () => [
      { value: '', label: 'No certain call' },
      ...(calls ?? []).map(({ id, at }) => ({ value: String(id), label: formatDateTime(at) })),
    ],
    [calls],
  )
  return (
    <FormDialog
      onClose={onClose}
      title="Complain about a call"
      description="A person reads it, listens to the call where there is a recording, and answers you."
      dirty={form.formState.isDirty}
      write={send}
      submit="Send complaint"
      pendingText="Sending..."
      size="lg"
      onSubmit={form.handleSubmit(({ words, callId }) =>
        send.mutate({ body: { words, callId: callId === '' ? null : Number(callId) } }),
      )}
    >
      <SelectField label="Call" options={options} {...field(form, 'callId')} />
      <TextAreaField label="What happened" required {...field(form, 'words')} />
    </FormDialog>
  )
}
