import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { resendVerification } from '#contract/accounts/broker-accounts.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { EmailField } from '#web/features/sign-in/CredentialFields.tsx'
import { SubmitButton } from '#web/features/sign-in/SubmitButton.tsx'
import { field, useZodForm } from '#web/lib/form.ts'
import { Form } from '#web/ui/Form.tsx'
import { toast, toastError } from '#web/ui/toast.ts'
import { DemoMailHint } from './DemoMailHint.tsx'

/** Requests a new link in place of an expired or used one. @param reason the server's message */
export function NewLinkForm({ reason }: { reason: string }): ReactElement {
  const form = useZodForm(resendVerification.body, { email: '' })
  const send = form.handleSubmit(async (body) => {
    try {
      await call(resendVerification, { body })
      toast({
        title: 'Check your email',
        message: `If ${body.email} is waiting to be verified, a new link is on its way.`,
        tone: 'success',
      })
    } catch (error) {
      toastError(messageOf(error, 'The email could not be sent. Please try again.'))
    }
  })
  return (
    <>
      <p>{reason}</p>
      <p className="text-ink-soft">
        Have you used it before? Then your account is ready: sign in. If not, request a new link here, or{' '}
        <Link to="/broker-portal?view=register" className="link underline">
          register again
        </Link>
        .
      </p>
      <Form onSubmit={send} label="Send a new link">
        <EmailField label="Email Address" autoComplete="email" {...field(form, 'email')} />
        <SubmitButton pending={form.formState.isSubmitting} pendingText="Sending...">
          Send a new link
        </SubmitButton>
        <DemoMailHint />
      </Form>
    </>
  )
}
