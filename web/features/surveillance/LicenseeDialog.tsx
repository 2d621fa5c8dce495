import type { ReactElement } from 'react'
import { watchLicensee } from '#contract/surveillance/living-registers.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** Adds a licensee by its number. */
export function LicenseeDialog({ onClose }: { onClose: () => void }): ReactElement {
  const form = useZodForm(watchLicensee.body, { number: '' })
  const add = useFormWrite(form, watchLicensee, {
    success: ({ name, number }) => `${name ?? number} was added`,
    failure: 'Failed to add the licensee',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Add licensee"
      description="Its representatives, and who joins and leaves it, are read from ASIC’s registers."
      dirty={form.formState.isDirty}
      write={add}
      submit="Add licensee"
      pendingText="Adding..."
      onSubmit={form.handleSubmit((body) => add.mutate({ body }))}
    >
      <TextField
        label="Australian credit licence number"
        required
        inputMode="numeric"
        help="As it stands on ASIC’s register, e.g. 990801."
        {...field(form, 'number')}
      />
    </FormDialog>
  )
}
