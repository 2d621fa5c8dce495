import { type ReactElement, useState } from 'react'
import { z } from 'zod'
import { passwordBody } from '#contract/accounts/own-account.ts'
import { passkeyName } from '#contract/accounts/passkeys.ts'
import { topicOf } from '#contract/topics.ts'
import { useWrite } from '#web/api/use-write.ts'
import { PasswordField } from '#web/features/sign-in/CredentialFields.tsx'
import { makePasskey } from '#web/features/sign-in/passkey.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { showFailure } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { useAccountArea } from './area.ts'

const schema = z.object({ name: passkeyName, ...passwordBody.shape })

/** Requires the password, so that no passer-by can add a way in on an unattended screen. */
export function AddPasskey({ onClose }: { onClose: () => void }): ReactElement {
  const { passkeys, size } = useAccountArea()
  const [isAsking, setAsking] = useState(false)
  const form = useZodForm(schema, { name: '', password: '' })
  const failed = (error: unknown): void =>
    showFailure(form, error, 'The passkey could not be added. Please try again.')
  const add = useWrite(passkeys.addPasskey, {
    refresh: [topicOf(passkeys.listPasskeys)],
    onSuccess: () => {
      toastSuccess('Passkey added')
      onClose()
    },
    onError: failed,
  })
  const start = useWrite(passkeys.startPasskey, {
    onSuccess: (options) => void make(options),
    onError: failed,
  })
  const make = async (options: Record<string, unknown>): Promise<void> => {
    setAsking(true)
    const made = await makePasskey(options)
    setAsking(false)
    if (typeof made === 'string') toastError(made)
    else add.mutate({ body: { name: form.getValues('name'), response: made } })
  }
  return (
    <FormDialog
      onClose={onClose}
      width="sm"
      title="Add a passkey"
      description="Your device asks for your fingerprint, face or PIN next."
      dirty={form.formState.isDirty}
      write={isAsking || add.isPending ? add : start}
      submit="Continue"
      pendingText="Waiting for your device..."
      size={size}
      onSubmit={form.handleSubmit(({ password }) => start.mutate({ body: { password } }))}
    >
      <TextField
        label="Name"
        required
        autoComplete="off"
        help="To tell it from others, such as Work laptop"
        {...field(form, 'name')}
      />
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        required
        {...field(form, 'password')}
      />
    </FormDialog>
  )
}
