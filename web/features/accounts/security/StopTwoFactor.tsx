import type { ReactElement } from 'react'
import { passwordBody } from '#contract/own-account.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { PasswordField } from '#web/features/sign-in/CredentialFields.tsx'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast, toastError } from '#web/ui/toast.ts'
import { useAccountArea } from './area.ts'

/** Asks for the password: whoever finds an open screen must not take the second step away. */
export function StopTwoFactor({ onClose }: { onClose: () => void }): ReactElement {
  const { account, topics, size } = useAccountArea()
  const form = useZodForm(passwordBody, { password: '' })
  const stop = useWrite(account.stopTwoFactor, {
    refresh: topics,
    onSuccess: () => {
      toast({
        title: 'Two-factor is off',
        message: 'Your password alone signs you in from now on.',
        tone: 'info',
      })
      onClose()
    },
    onError: (error) => {
      if (!showServerErrors(form, error))
        toastError(messageOf(error, 'Two-factor could not be turned off. Please try again.'))
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Turn off two-factor?"
      description="Your password alone will sign you in. The backup codes stop working."
      width="sm"
      footer={
        <>
          <Button size={size} onClick={onClose}>
            Keep it on
          </Button>
          <Button type="submit" form="stop-two-factor" variant="danger" size={size} pending={stop.isPending}>
            Turn off two-factor
          </Button>
        </>
      }
    >
      <Form id="stop-two-factor" onSubmit={form.handleSubmit((body) => stop.mutate({ body }))}>
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          required
          {...field(form, 'password')}
        />
      </Form>
    </Dialog>
  )
}
