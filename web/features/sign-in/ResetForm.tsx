import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { resetPasswordBody } from '#contract/accounts/own-account.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { Form } from '#web/ui/Form.tsx'
import type { PasswordAudience } from './audience.ts'
import { NewPasswordFields } from './CredentialFields.tsx'
import { withConfirmation } from './password-rules.ts'
import { SubmitButton } from './SubmitButton.tsx'
import { useAttempt } from './use-attempt.ts'

const schema = withConfirmation(resetPasswordBody.omit({ token: true }), 'newPassword')

const textOf = (error: unknown): string =>
  messageOf(error, 'The password could not be set. Please try again.')

interface ResetFormProps {
  audience: PasswordAudience
  /** Of the mail's link. */
  token: string
  /** Why the link cannot be used, which disables the form. */
  fault?: string | null
  onDone: () => unknown
  /** Shows a failure, with the way to another link. */
  renderFailure: (message: string) => ReactNode
  children?: ReactNode
}

/** Sets a new password, once for each link. */
export function ResetForm(props: ResetFormProps): ReactElement {
  const { audience, token, fault = null, onDone, renderFailure, children } = props
  const { account, words, failures } = audience
  const form = useZodForm(schema, { newPassword: '', confirmPassword: '' })
  const { failure, onSubmit } = useAttempt(form, {
    textOf,
    places: failures.reset,
    send: async ({ newPassword }) => {
      await call(account.resetPassword, { body: { token, newPassword } })
      await onDone()
    },
  })
  const link = useQuery({
    queryKey: ['reset-link', token],
    queryFn: () => call(account.checkReset, { body: { token } }),
    enabled: fault === null && token !== '',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const used = link.error instanceof ApiError && link.error.status === 422 ? link.error.message : null
  // no field for a password that cannot be set
  if (used !== null)
    return (
      <>
        {renderFailure(used)}
        {children}
      </>
    )
  const message = failure?.message ?? fault
  return (
    <Form onSubmit={onSubmit} label="Set a new password">
      {message !== null && renderFailure(message)}
      <NewPasswordFields
        label={words.newPassword}
        confirmLabel={words.confirmPassword}
        help="At least 8 characters. You will be signed out everywhere."
        password={field(form, 'newPassword')}
        confirmation={field(form, 'confirmPassword')}
      />
      <SubmitButton disabled={fault !== null} pending={form.formState.isSubmitting} pendingText="Saving...">
        {words.setPassword}
      </SubmitButton>
      {children}
    </Form>
  )
}
