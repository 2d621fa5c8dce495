import { type ReactElement, useId, useState } from 'react'
import type { Campaign } from '#contract/campaigns.ts'
import { createMicrosite } from '#contract/microsites.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { showServerErrors, useZodForm } from '#web/lib/form.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { Button } from '#web/ui/Button.tsx'
import { closeUnlessDirty, Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { MicrositeFormFields } from './MicrositeFormFields.tsx'
import { micrositeFormSchema, newMicrosite } from './microsite-form.ts'

interface CreateMicrositeDialogProps {
  address: string
  campaigns: readonly Campaign[]
  onClose: () => void
}

/** Mounted while it is open, so that it starts afresh every time. */
export function CreateMicrositeDialog(props: CreateMicrositeDialogProps): ReactElement {
  const { address, campaigns, onClose } = props
  const formId = useId()
  const [values] = useState(() => newMicrosite(address))
  const form = useZodForm(micrositeFormSchema, values)
  const { isDirty } = form.formState
  useLeaveGuard(isDirty)
  const create = useWrite(createMicrosite, {
    onSuccess: () => {
      toastSuccess('Microsite created successfully')
      onClose()
    },
    onError: (error) => {
      if (!showServerErrors(form, error)) toastError(messageOf(error, 'Failed to create microsite'))
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title="Create Microsite"
      description="A product page that brokers land on. It is public as soon as it is created."
      dirty={isDirty}
      footer={
        <>
          <Button onClick={() => void closeUnlessDirty(isDirty, onClose)}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={create.isPending}
            pendingText="Creating..."
          >
            Create Microsite
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        className="flex flex-col gap-6"
        onSubmit={form.handleSubmit(({ active: _, ...body }) => create.mutate({ body }))}
      >
        <MicrositeFormFields form={form} address={address} campaigns={campaigns} isEdit={false} />
      </Form>
    </Dialog>
  )
}
