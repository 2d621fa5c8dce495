import { type ReactElement, useId, useMemo } from 'react'
import { type Broker, createBroker, updateBroker } from '#contract/brokers.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { showServerErrors, useZodForm } from '#web/lib/form.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast, toastError, toastSuccess } from '#web/ui/toast.ts'
import { BrokerFormFields } from './BrokerFormFields.tsx'
import { brokerForm, changesOf, newBrokerOf, valuesOf } from './broker-form.ts'

interface BrokerDialogProps {
  /** Null adds one. */
  broker: Broker | null
  onClose: () => void
}

/** Adds or changes a broker; mounted while it is open, so that it starts afresh every time. */
export function BrokerDialog({ broker, onClose }: BrokerDialogProps): ReactElement {
  const formId = useId()
  const { open } = useOpenRecord('broker')
  const form = useZodForm(
    useMemo(() => brokerForm(broker), [broker]),
    valuesOf(broker),
  )
  const { isDirty, dirtyFields } = form.formState
  useLeaveGuard(isDirty)
  const failed = (fallback: string) => (error: Error) => {
    if (!showServerErrors(form, error)) toastError(messageOf(error, fallback))
  }
  const create = useWrite(createBroker, {
    refresh: ['activities', 'campaigns'],
    onSuccess: ({ id, name }) => {
      toast({
        title: 'Success',
        message: `${name} was added`,
        tone: 'success',
        action: { label: 'Open', run: () => open(id) },
      })
      onClose()
    },
    onError: failed('Failed to create broker'),
  })
  const update = useWrite(updateBroker, {
    refresh: ['activities', 'campaigns', 'suppressions'],
    onSuccess: () => {
      toastSuccess('Broker updated successfully')
      onClose()
    },
    onError: failed('Failed to update broker'),
  })
  const submit = form.handleSubmit((fields) => {
    if (!broker) return create.mutate({ body: newBrokerOf(fields) })
    const body = changesOf(fields, dirtyFields)
    return Object.keys(body).length > 0 ? update.mutate({ params: { id: broker.id }, body }) : onClose()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title={broker ? `Edit ${broker.name}` : 'Add Broker'}
      dirty={isDirty}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={create.isPending || update.isPending}
            pendingText={broker ? 'Saving...' : 'Adding...'}
          >
            {broker ? 'Save Changes' : 'Add Broker'}
          </Button>
        </>
      }
    >
      <Form id={formId} className="flex flex-col gap-5" onSubmit={submit}>
        <BrokerFormFields form={form} broker={broker} />
      </Form>
    </Dialog>
  )
}
