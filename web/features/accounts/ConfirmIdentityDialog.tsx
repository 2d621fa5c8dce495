import type { ReactElement } from 'react'
import { SIGN_ON_START } from '#contract/accounts/sign-on.ts'
import {
  confirmIdentity,
  confirmIdentityByPasskey,
  identityWays,
  startIdentityPasskey,
} from '#contract/accounts/step-up.ts'
import { call } from '#web/api/call.ts'
import { useRead } from '#web/api/use-read.ts'
import { PasswordField } from '#web/features/sign-in/CredentialFields.tsx'
import { PasskeyButton } from '#web/features/sign-in/PasskeyButton.tsx'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toastError } from '#web/ui/toast.ts'

interface ConfirmDialogProps {
  onClose: () => void
  onConfirmed: () => void
}

/** Asks for the password, a passkey, or for a sign-in at the issuer in another tab, which keeps the form of this one. */
export function ConfirmIdentityDialog({ onClose, onConfirmed }: ConfirmDialogProps): ReactElement {
  const ways = useRead(identityWays)
  const form = useZodForm(confirmIdentity.body, { password: '' })
  const confirm = useFormWrite(form, confirmIdentity, {
    failure: 'Your identity could not be confirmed. Please try again.',
    onSuccess: onConfirmed,
  })
  const { password = true, passkey = false, signOn = null } = ways.data ?? {}
  const checkSignOn = async (): Promise<void> => {
    const { data } = await ways.refetch()
    if (data?.isConfirmed) onConfirmed()
    else toastError('The sign-in in the other tab is not complete yet.')
  }
  return (
    <FormDialog
      onClose={onClose}
      width="sm"
      title="Confirm that it is you"
      description="Changes of keys, access and retention need a sign-in of the last ten minutes."
      dirty={false}
      write={confirm}
      submit="Confirm"
      pendingText="Checking..."
      onSubmit={
        password
          ? form.handleSubmit((body) => confirm.mutate({ body }))
          : (event) => {
              event.preventDefault()
              void checkSignOn()
            }
      }
    >
      {passkey && (
        <PasskeyButton
          size="md"
          label="Confirm with a passkey"
          failed="The passkey was not accepted. Confirm another way."
          start={() => call(startIdentityPasskey, {})}
          signIn={(response) => call(confirmIdentityByPasskey, { body: { response } })}
          onOpened={onConfirmed}
        />
      )}
      {password && (
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          {...field(form, 'password')}
        />
      )}
      {signOn !== null && (
        <div className="flex flex-col items-start gap-2">
          <ButtonLink to={`${SIGN_ON_START}?again=1`} reloadDocument target="_blank" rel="opener">
            Sign in with {signOn} in a new tab
          </ButtonLink>
          {password ? (
            <Button variant="ghost" onClick={() => void checkSignOn()}>
              I have signed in there
            </Button>
          ) : (
            <p className="text-ink-soft">Then come back to this tab and press Confirm.</p>
          )}
        </div>
      )}
    </FormDialog>
  )
}
