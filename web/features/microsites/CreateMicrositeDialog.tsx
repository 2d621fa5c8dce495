import { type ReactElement, useState } from 'react'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { createMicrosite } from '#contract/microsites/microsites.ts'
import { useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { useOpenAsPage } from '#web/lib/use-open-as-page.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { MicrositeFormFields } from './MicrositeFormFields.tsx'
import { micrositeFormSchema, newMicrosite } from './microsite-form.ts'

interface CreateMicrositeDialogProps {
  address: string
  campaigns: readonly Campaign[]
  onClose: () => void
}

/** Mounted only while open, so that it starts fresh every time. */
export function CreateMicrositeDialog(props: CreateMicrositeDialogProps): ReactElement {
  const { address, campaigns, onClose } = props
  const [values] = useState(() => newMicrosite(address))
  const form = useZodForm(micrositeFormSchema, values)
  const create = useFormWrite(form, createMicrosite, {
    success: 'Microsite created successfully',
    failure: 'Failed to create microsite',
    onSuccess: onClose,
  })
  const page = useOpenAsPage('/microsites/new', () => ({ microsite: form.getValues() }))
  return (
    <FormDialog
      onClose={onClose}
      width="lg"
      title="Create Microsite"
      description={
        <>A product page for brokers, public as soon as it is created. {page.link} with a preview.</>
      }
      dirty={form.formState.isDirty && !page.isMoving}
      write={create}
      submit="Create Microsite"
      pendingText="Creating..."
      formClass="flex flex-col gap-6"
      onSubmit={form.handleSubmit(({ active: _, ...body }) => create.mutate({ body }))}
    >
      <MicrositeFormFields form={form} address={address} campaigns={campaigns} isEdit={false} />
    </FormDialog>
  )
}
