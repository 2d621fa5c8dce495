import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { z } from 'zod'
import { newPassword } from '#contract/accounts/own-account.ts'
import { acceptInvitation, checkInvitation } from '#contract/accounts/team.ts'
import { roleNouns } from '#contract/policy.ts'
import { messageOf } from '#web/api/api-error.ts'
import { type AnswerOf, call } from '#web/api/call.ts'
import { NewPasswordFields } from '#web/features/sign-in/CredentialFields.tsx'
import { withConfirmation } from '#web/features/sign-in/password-rules.ts'
import { SubmitButton } from '#web/features/sign-in/SubmitButton.tsx'
import { useAttempt } from '#web/features/sign-in/use-attempt.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { toastSuccess } from '#web/ui/toast.ts'
import { Aside } from './Aside.tsx'

interface AcceptInvitationProps {
  /** Of the email's link. */
  token: string
  onDone: (email: string) => void
}

/** The page behind an invitation's link: opening it changes nothing, the button accepts. */
export function AcceptInvitation({ token, onDone }: AcceptInvitationProps): ReactElement {
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call(checkInvitation, { body: { token } }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (data) return <AcceptForm token={token} invitation={data} onDone={onDone} />
  if (!error) return <Loading text="Checking the link..." />
  return (
    <div className="flex flex-col items-start gap-4">
      <Refused message={messageOf(error, 'The link could not be checked.')} />
      <Button onClick={() => void refetch()}>Try again</Button>
      <Aside onClick={() => onDone('')}>Back to sign-in</Aside>
    </div>
  )
}

const withPassword = withConfirmation(z.object({ password: newPassword }), 'password')
const withoutPassword = z.object({ password: z.string(), confirmPassword: z.string() })

interface AcceptFormProps extends AcceptInvitationProps {
  invitation: AnswerOf<typeof checkInvitation>
}

function AcceptForm({ token, invitation, onDone }: AcceptFormProps): ReactElement {
  const { email, firstName, role, needsPassword } = invitation
  const form = useZodForm(needsPassword ? withPassword : withoutPassword, {
    password: '',
    confirmPassword: '',
  })
  const { failure, onSubmit } = useAttempt(form, {
    textOf: (error) => messageOf(error, 'The invitation could not be accepted. Try again.'),
    places: { inForm: true },
    send: async ({ password }) => {
      await call(acceptInvitation, { body: needsPassword ? { token, password } : { token } })
      toastSuccess('Welcome to the team. Sign in with your password now.')
      onDone(email)
    },
  })
  return (
    <Form onSubmit={onSubmit} label="Accept the invitation">
      {failure && <Refused message={failure.message} />}
      <p>
        Hello {firstName}, you are invited as {roleNouns[role]}. You will sign in as{' '}
        <span className="font-medium break-words">{email}</span>.
      </p>
      {needsPassword ? (
        <NewPasswordFields
          label="Password"
          confirmLabel="Confirm password"
          help="At least 8 characters."
          password={field(form, 'password')}
          confirmation={field(form, 'confirmPassword')}
        />
      ) : (
        <p className="text-ink-soft">You have an account in the broker portal: its password opens both.</p>
      )}
      <SubmitButton pending={form.formState.isSubmitting} pendingText="Accepting...">
        Accept the invitation
      </SubmitButton>
      <Aside onClick={() => onDone('')}>Back to sign-in</Aside>
    </Form>
  )
}

function Refused({ message }: { message: string }): ReactElement {
  return (
    <p role="alert" className="rounded-lg bg-red-soft px-3 py-2.5">
      {message}
    </p>
  )
}
