import { type ReactElement, useState } from 'react'
import {
  createWebhook,
  updateWebhook,
  type Webhook,
  webhookBodyFields,
} from '#contract/webhooks/webhook-endpoints.ts'
import { webhookEventLabels, webhookEvents } from '#contract/webhooks/webhook-events.ts'
import { ChoiceList } from '#web/features/api-keys/ChoiceList.tsx'
import { secretResult } from '#web/features/api-keys/secret-result.tsx'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'

const options = webhookEvents.map((event) => ({ value: event, label: webhookEventLabels[event] }))

interface WebhookDialogProps {
  /** null adds one. */
  webhook: Webhook | null
  onClose: () => void
}

/** Adds a webhook and shows its secret this one time, or changes one; mounted while it is open. */
export function WebhookDialog({ webhook, onClose }: WebhookDialogProps): ReactElement {
  const [secret, setSecret] = useState<string | null>(null)
  const form = useZodForm(
    webhookBodyFields,
    webhook
      ? { name: webhook.name, url: webhook.url, events: webhook.events }
      : { name: '', url: '', events: ['booking.created', 'booking.changed'] },
  )
  const create = useFormWrite(form, createWebhook, {
    failure: 'Failed to add the webhook',
    onSuccess: (made) => setSecret(made.secret),
  })
  const update = useFormWrite(form, updateWebhook, {
    success: 'Webhook saved',
    failure: 'Failed to save the webhook',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      width="lg"
      title={webhook ? `Edit ${webhook.name}` : 'New webhook'}
      description="Events are sent to this address, signed as Standard Webhooks, and retried for three days."
      dirty={form.formState.isDirty}
      write={webhook ? update : create}
      submit={webhook ? 'Save Changes' : 'Save webhook'}
      pendingText="Saving..."
      onSubmit={form.handleSubmit((body) =>
        webhook ? update.mutate({ params: { id: webhook.id }, body }) : create.mutate({ body }),
      )}
      result={
        secret !== null &&
        secretResult({
          ...{ label: 'Signing secret', secret, onClose },
          help: 'Your program verifies each event with it.',
        })
      }
    >
      <TextField
        label="Name"
        required
        help="The program that receives the events."
        {...field(form, 'name')}
      />
      <TextField
        label="Address"
        type="url"
        required
        help="https:// and on the open internet."
        {...field(form, 'url')}
      />
      <ChoiceList
        control={form.control}
        name="events"
        label="Events"
        help="They contain ids and states. Names and numbers are read with an API key."
        options={options}
      />
    </FormDialog>
  )
}
