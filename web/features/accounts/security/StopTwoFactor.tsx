import type { ReactElement } from 'react'
import { passwordBody } from '#contract/accounts/own-account.ts'
import { PasswordField } from '#web/features/sign-in/CredentialFields.tsx'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useAccountArea } from './area.ts'

/** Requires the password, so that no passer-by can turn two-factor off on an unattended screen. */
export function StopTwoFactor({ onClose }: { onClose: () => void }): ReactElement {
  const { account, topics, size } = useAccountArea()
  const form = useZodForm(passwordBody, { password: '' })
  const stop = useFormWrite(form, account.stopTwoFactor, {
    refresh: topics,
    failure: 'Two-factor could not be turned off. Please try again.',
    onSuccess: () => {
      toast({
        title: 'Two-factor is off',
        message: 'Your password alone signs you in from now on.',
        tone: 'info',
      })
      onClose()
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      width="sm"
      title="Turn off two-factor?"
      description="Your password alone will sign you in. The backup codes stop working."
      dirty={form.formState.isDirty}
      write={stop}
      submit="Turn off two-factor"
      cancel="Keep it on"
      danger
      size={size}
      onSubmit={form.handleSubmit((body) => stop.mutate({ body }))}
    >
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        required
        {...field(form, 'password')}
      />
    </FormDialog>
  )
}
