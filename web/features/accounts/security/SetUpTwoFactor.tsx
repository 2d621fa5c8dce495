import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { z } from 'zod'
import { code, passwordBody, type TwoFactorSetup } from '#contract/accounts/own-account.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { refreshTopics } from '#web/api/topics.ts'
import { PasswordField } from '#web/features/sign-in/CredentialFields.tsx'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { showFailure } from '#web/lib/use-form-write.ts'
import { Button } from '#web/ui/Button.tsx'
import { CopyField } from '#web/ui/CopyField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useAccountArea } from './area.ts'
import { BackupCodes } from './BackupCodes.tsx'

const codeBody = z.object({ code })

/** Password, then the QR code and a first code, then the backup codes. */
export function SetUpTwoFactor({ onClose }: { onClose: () => void }): ReactElement {
  const client = useQueryClient()
  const { account, topics, size } = useAccountArea()
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null)
  const [isOn, setOn] = useState(false)
  const password = useZodForm(passwordBody, { password: '' })
  const firstCode = useZodForm(codeBody, { code: '' })
  const { isDirty, isSubmitting } = (setup ? firstCode : password).formState
  const close = (): void => {
    onClose()
    // refreshed after closing: the panel behind the dialog would unmount it
    if (isOn) void refreshTopics(client, topics)
  }
  const start = password.handleSubmit(async (body) => {
    try {
      setSetup(await call(account.startTwoFactor, { body }))
    } catch (error) {
      showFailure(password, error, 'Two-factor could not be turned on. Please try again.')
    }
  })
  const confirm = firstCode.handleSubmit(async (body) => {
    try {
      await call(account.confirmTwoFactor, { body })
      toast({ title: 'Two-factor is on', message: 'Save your backup codes now.', tone: 'success' })
      setOn(true)
    } catch (error) {
      const message = messageOf(error, 'The code could not be checked. Please try again.')
      if (!showServerErrors(firstCode, error)) firstCode.setError('code', { message }, { shouldFocus: true })
    }
  })
  return (
    <FormDialog
      onClose={close}
      title={isOn ? 'Save your backup codes' : 'Turn on two-factor'}
      dirty={isDirty}
      write={{ isPending: isSubmitting }}
      submit={setup ? 'Turn on two-factor' : 'Continue'}
      pendingText={setup ? 'Checking...' : undefined}
      size={size}
      onSubmit={setup ? confirm : start}
      result={
        setup &&
        isOn && {
          body: <BackupCodes codes={setup.backupCodes} />,
          footer: (
            <Button variant="primary" size={size} onClick={close}>
              I have saved them
            </Button>
          ),
        }
      }
    >
      {setup ? (
        <>
          <Enrolment setup={setup} />
          <TextField
            label="Code from your app"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            {...field(firstCode, 'code')}
          />
        </>
      ) : (
        <>
          <p className="text-ink-soft">Confirm your password first, so that nobody else can turn this on.</p>
          <PasswordField
            label="Current Password"
            autoComplete="current-password"
            required
            {...field(password, 'password')}
          />
        </>
      )}
    </FormDialog>
  )
}

/** QR code, link and key for the authenticator app. */
function Enrolment({ setup }: { setup: TwoFactorSetup }): ReactElement {
  return (
    <>
      <p>
        Scan this with an authenticator app, such as the one in your password manager.{' '}
        <span className="md:hidden">
          On this phone,{' '}
          <a href={setup.uri} className="link underline font-medium">
            open the app directly
          </a>
          .
        </span>
      </p>
      <img
        src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(setup.qr)}`}
        alt="QR code for the authenticator app"
        width={208}
        height={208}
        className="self-center rounded-lg bg-[#fff] p-2"
      />
      <CopyField label="Or type this key" value={setup.secret} wrap />
    </>
  )
}
