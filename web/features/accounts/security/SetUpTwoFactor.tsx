import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { z } from 'zod'
import { code, passwordBody, type TwoFactorSetup } from '#contract/own-account.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { refreshTopics } from '#web/api/topics.ts'
import { PasswordField } from '#web/features/sign-in/CredentialFields.tsx'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { CopyField } from '#web/ui/CopyField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast, toastError } from '#web/ui/toast.ts'
import { useAccountArea } from './area.ts'
import { BackupCodes } from './BackupCodes.tsx'

const codeBody = z.object({ code })

/** Password, then the QR code and a first code, then the backup codes. */
export function SetUpTwoFactor({ onClose }: { onClose: () => void }): ReactElement {
  const client = useQueryClient()
  const { topics, size } = useAccountArea()
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null)
  const [isOn, setOn] = useState(false)
  const close = (): void => {
    onClose()
    // only now: the panel behind would take the dialog with it
    if (isOn) void refreshTopics(client, topics)
  }
  if (isOn && setup) {
    return (
      <Dialog
        open
        onClose={close}
        title="Keep your backup codes"
        footer={
          <Button variant="primary" size={size} onClick={close}>
            I have kept them
          </Button>
        }
      >
        <BackupCodes codes={setup.backupCodes} />
      </Dialog>
    )
  }
  return (
    <Dialog open onClose={close} title="Turn on two-factor">
      {setup ? <FirstCode setup={setup} onRight={() => setOn(true)} /> : <AskPassword onRight={setSetup} />}
    </Dialog>
  )
}

function AskPassword({ onRight }: { onRight: (setup: TwoFactorSetup) => void }): ReactElement {
  const { account, size } = useAccountArea()
  const form = useZodForm(passwordBody, { password: '' })
  const send = form.handleSubmit(async (body) => {
    try {
      onRight(await call(account.startTwoFactor, { body }))
    } catch (error) {
      if (!showServerErrors(form, error))
        toastError(messageOf(error, 'Two-factor could not be turned on. Please try again.'))
    }
  })
  return (
    <Form onSubmit={send} label="Your password">
      <p className="text-ink-soft">First your password, so that nobody else can do this for you.</p>
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        required
        {...field(form, 'password')}
      />
      <Button type="submit" variant="primary" size={size} pending={form.formState.isSubmitting}>
        Go on
      </Button>
    </Form>
  )
}

function FirstCode({ setup, onRight }: { setup: TwoFactorSetup; onRight: () => void }): ReactElement {
  const { account, size } = useAccountArea()
  const form = useZodForm(codeBody, { code: '' })
  const send = form.handleSubmit(async (body) => {
    try {
      await call(account.confirmTwoFactor, { body })
      toast({ title: 'Two-factor is on', message: 'Keep your backup codes now.', tone: 'success' })
      onRight()
    } catch (error) {
      const message = messageOf(error, 'The code could not be checked. Please try again.')
      if (!showServerErrors(form, error)) form.setError('code', { message }, { shouldFocus: true })
    }
  })
  return (
    <Form onSubmit={send} label="First code">
      <p>
        Scan this with an authenticator app, such as the one in your password manager.{' '}
        <span className="md:hidden">
          On this phone,{' '}
          <a href={setup.uri} className="font-medium text-link underline underline-offset-2">
            open it in the app
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
      <TextField
        label="Code that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        {...field(form, 'code')}
      />
      <Button
        type="submit"
        variant="primary"
        size={size}
        pending={form.formState.isSubmitting}
        pendingText="Checking..."
      >
        Turn on two-factor
      </Button>
    </Form>
  )
}
