import type { ReactElement } from 'react'
import { z } from 'zod'
import { type replayBody, replayRange } from '#contract/webhooks/webhook-deliveries.ts'
import type { Webhook } from '#contract/webhooks/webhook-endpoints.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'

const NEEDED = 'Enter day and time'
const formFields = z.object({
  from: z.string().min(1, NEEDED),
  to: z.string().min(1, NEEDED),
  only: z.enum(['failed', 'all'] satisfies z.infer<typeof replayBody>['only'][]),
})
const choices = [
  { value: 'failed', label: 'Those that were given up' },
  { value: 'all', label: 'All' },
]
const DAY_MS = 86_400_000
/** As a field of day and time has it, on the clock of this device. */
const local = (ms: number): string =>
  new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** Sends the events of a time range again; mounted while it is open. */
export function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }): ReactElement {
  const form = useZodForm(formFields, {
    from: local(Date.now() - DAY_MS),
    to: local(Date.now() + 60_000),
    only: 'failed',
  })
  const replay = useFormWrite(form, replayRange, {
    success: ({ replayed }) =>
      replayed === 1 ? '1 event is sent again' : `${formatNumber(replayed)} events are sent again`,
    failure: 'Failed to send the events again',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={`Send events to ${webhook.name} again`}
      description="With the ids that they had, so that the program can tell which ones it has already."
      dirty={form.formState.isDirty}
      write={replay}
      submit="Send again"
      pendingText="Queuing..."
      onSubmit={form.handleSubmit(({ from, to, only }) =>
        replay.mutate({
          params: { id: webhook.id },
          body: { from: new Date(from).toISOString(), to: new Date(to).toISOString(), only },
        }),
      )}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="From" type="datetime-local" required {...field(form, 'from')} />
        <TextField label="To" type="datetime-local" required {...field(form, 'to')} />
      </div>
      <SelectField label="Events" options={choices} {...field(form, 'only')} />
    </FormDialog>
  )
}
