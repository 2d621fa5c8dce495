import { type ReactElement, useState } from 'react'
import { complaintChannelLabels, enteredChannels, recordComplaint } from '#contract/contests/complaints.ts'
import { BrokerPicker, type PickedBroker } from '#web/features/brokers/BrokerPicker.tsx'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { RadioGroupField } from '#web/ui/ChoiceFields.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextAreaField, TextField } from '#web/ui/TextField.tsx'

const channels = enteredChannels.map((value) => ({ value, label: complaintChannelLabels[value] }))
const empty = { words: '', receivedOn: '', name: '', email: '', phone: '', brokerId: null }

/** Records a complaint that arrived by email, phone or letter. */
export function RecordComplaintDialog({ onClose }: { onClose: () => void }): ReactElement {
  const form = useZodForm(recordComplaint.body, empty)
  const [broker, setBroker] = useState<PickedBroker | null>(null)
  const write = useFormWrite(form, recordComplaint, {
    refresh: ['tasks', 'brokers'],
    success: ({ id }) => `Complaint no. ${id} is recorded`,
    failure: 'Failed to record the complaint',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Record a complaint"
      description="About a call. With an email address it is acknowledged immediately."
      dirty={form.formState.isDirty}
      write={write}
      submit="Record complaint"
      pendingText="Recording..."
      width="lg"
      onSubmit={form.handleSubmit((body) => write.mutate({ body }))}
    >
      <RadioGroupField label="It arrived by" required options={channels} {...field(form, 'channel')} />
      <TextAreaField
        label="Complaint"
        required
        help="In the person’s words, with the day of the call."
        {...field(form, 'words')}
      />
      <TextField
        label="Received on"
        type="date"
        help="Left empty: today. The day starts the clock."
        {...field(form, 'receivedOn')}
      />
      <BrokerPicker
        label="Broker"
        help="If the person has a record."
        value={broker}
        onChange={(picked) => {
          setBroker(picked)
          form.setValue('brokerId', picked?.id ?? null, { shouldDirty: true })
        }}
      />
      <TextField label="Name" autoComplete="off" {...field(form, 'name')} />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField label="Email" type="email" autoComplete="off" {...field(form, 'email')} />
        <TextField label="Phone number" type="tel" autoComplete="off" {...field(form, 'phone')} />
      </div>
    </FormDialog>
  )
}
