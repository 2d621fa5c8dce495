import type { ReactElement, ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { field } from '#web/lib/form.ts'
import { Form } from '#web/ui/Form.tsx'
import { type Audience, asksForCode, type CodeAsked, type Credentials } from './audience.ts'
import { EmailField, PasswordField } from './CredentialFields.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useAttempt } from './use-attempt.ts'

interface SignInFormProps<Opened extends object, Asked extends CodeAsked> {
  audience: Audience<Opened, Asked>
  /** Checked by the audience's schema. */
  form: UseFormReturn<Credentials, unknown, Credentials>
  onOpened: (opened: Opened) => unknown
  onCodeAsked: (asked: Asked, email: string) => void
  /** Shows a failure above the fields, for an audience whose forms have it there. */
  renderFailure?: (message: string, email: string) => ReactNode
  /** Below the button. */
  children: ReactNode
}

/** E-mail and password. */
export function SignInForm<Opened extends object, Asked extends CodeAsked>(
  props: SignInFormProps<Opened, Asked>,
): ReactElement {
  const { audience, form, onOpened, onCodeAsked, renderFailure, children } = props
  const { failure, onSubmit } = useAttempt(form, {
    textOf: audience.words.signInFailed,
    places: audience.failures.signIn,
    send: async (credentials) => {
      const answer = await audience.signIn(credentials)
      if (asksForCode(answer)) onCodeAsked(answer, credentials.email)
      else await onOpened(answer)
    },
  })
  return (
    <Form onSubmit={onSubmit} label="Sign In">
      {failure && renderFailure?.(failure.message, failure.sent.email)}
      <EmailField label="Email" {...field(form, 'email')} />
      <PasswordField label="Password" autoComplete="current-password" required {...field(form, 'password')} />
      <SubmitButton pending={form.formState.isSubmitting} pendingText="Signing In...">
        Sign In
      </SubmitButton>
      {children}
    </Form>
  )
}
