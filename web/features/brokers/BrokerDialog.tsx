import { type ReactElement, useMemo } from 'react'
import { type Broker, createBroker, updateBroker } from '#contract/brokers/brokers.ts'
import { useZodForm } from '#web/lib/form.ts'
import { useFormEdit } from '#web/lib/use-edit.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { askAboutAlike } from './ask-alike.tsx'
import { BrokerFormFields } from './BrokerFormFields.tsx'
import { brokerForm, changesOf, newBrokerOf, valuesOf } from './broker-form.ts'

interface BrokerDialogProps {
  /** Null to add a broker. */
  broker: Broker | null
  onClose: () => void
}

/** Adds or edits a broker; mounted only while open, so that it always starts fresh. */
export function BrokerDialog({ broker, onClose }: BrokerDialogProps): ReactElement {
  const { open } = useOpenRecord('broker')
  const form = useZodForm(
    useMemo(() => brokerForm(broker), [broker]),
    valuesOf(broker),
  )
  const { isDirty, dirtyFields, isSubmitting } = form.formState
  const create = useFormWrite(form, createBroker, {
    refresh: ['activities', 'campaigns'],
    failure: 'Failed to create broker',
    onSuccess: ({ id, name }) => {
      toast({
        title: 'Success',
        message: `${name} was added`,
        tone: 'success',
        action: { label: 'Open', run: () => open(id) },
      })
      onClose()
    },
  })
  const edit = useFormEdit(updateBroker, form, { record: broker, toForm: valuesOf })
  const update = useFormWrite(form, updateBroker, {
    edit,
    refresh: ['activities', 'campaigns', 'suppressions'],
    success: 'Broker updated successfully',
    failure: 'Failed to update broker',
    onSuccess: onClose,
  })
  const submit = form.handleSubmit(async (fields) => {
    if (!broker) {
      const body = newBrokerOf(fields)
      if (await askAboutAlike(body)) create.mutate({ body })
      return
    }
    const body = changesOf(fields, dirtyFields)
    return Object.keys(body).length > 0 ? update.mutate({ params: { id: broker.id }, body }) : onClose()
  })
  return (
    <FormDialog
      onClose={onClose}
      width="lg"
      title={broker ? `Edit ${broker.name}` : 'Add Broker'}
      dirty={isDirty}
      // the check for similar brokers runs during the submission
      write={{ isPending: isSubmitting || create.isPending || update.isPending }}
      edit={edit}
      submit={broker ? 'Save Changes' : 'Add Broker'}
      pendingText={broker ? 'Saving...' : 'Adding...'}
      formClass="flex flex-col gap-5"
      onSubmit={submit}
    >
      <BrokerFormFields form={form} broker={broker} />
    </FormDialog>
  )
}
