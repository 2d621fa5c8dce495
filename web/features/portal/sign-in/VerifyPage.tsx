import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Link, useSearchParams } from 'react-router'
import { resendVerification, verifyBroker } from '#contract/broker-accounts.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { type AnswerOf, call } from '#web/api/call.ts'
import { EmailField } from '#web/features/sign-in/CredentialFields.tsx'
import { SubmitButton } from '#web/features/sign-in/SubmitButton.tsx'
import { field, useZodForm } from '#web/lib/form.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { toast, toastError } from '#web/ui/toast.ts'
import { Notice } from '../Notice.tsx'
import { DemoMailHint } from './DemoMailHint.tsx'
import { SignInCard, SignInFrame } from './SignInFrame.tsx'

type Verified = AnswerOf<typeof verifyBroker>

const passwordWords: Record<Verified['password'], string> = {
  registered: 'Sign in with the password you chose.',
  existing: 'You already had an account: sign in with its password.',
  unset: 'An account was requested with this address more than once, so no password was saved. Set one now.',
}

/** The email's link: verifies without a click. */
export function VerifyPage(): ReactElement {
  const token = useSearchParams()[0].get('token') ?? ''
  const verified = useQuery({
    // once for each token, however often the page is drawn
    queryKey: ['verify', token],
    queryFn: () => call(verifyBroker, { body: { token } }),
    enabled: token !== '',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (verified.data) {
    return (
      <SignInFrame title="You are verified">
        <SignInCard>
          <Notice tone="green" live>
            <p>{verified.data.email} is verified and your account is ready.</p>
            <p>{passwordWords[verified.data.password]}</p>
          </Notice>
          {verified.data.password === 'unset' ? (
            <ButtonLink to="/broker-portal?forgot=1" variant="primary" size="lg">
              Set a password
            </ButtonLink>
          ) : (
            <ButtonLink to="/broker-portal" variant="primary" size="lg">
              Go to Sign In
            </ButtonLink>
          )}
        </SignInCard>
      </SignInFrame>
    )
  }
  const isOffline = verified.error instanceof ApiError && verified.error.code === 'offline'
  if (isOffline) {
    return (
      <SignInFrame title="Verify your email address" back>
        <SignInCard>
          <Notice tone="red">
            <p>{messageOf(verified.error, '')}</p>
          </Notice>
          <Button variant="primary" size="lg" onClick={() => void verified.refetch()}>
            Try again
          </Button>
        </SignInCard>
      </SignInFrame>
    )
  }
  if (token === '' || verified.isError) {
    return (
      <SignInFrame title="This link is no longer valid" back>
        <SignInCard>
          <p>{messageOf(verified.error, 'The link may be incomplete: copy all of it from the email.')}</p>
          <p className="text-ink-soft">
            Have you opened it before? Then your account is ready: sign in. If not, request a new link here,
            or{' '}
            <Link to="/broker-portal?view=register" className="text-link underline underline-offset-2">
              register again
            </Link>
            .
          </p>
          <NewLinkForm />
        </SignInCard>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Verify your email address">
      <SignInCard>
        <Loading text="Verifying..." />
      </SignInCard>
    </SignInFrame>
  )
}

function NewLinkForm(): ReactElement {
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
    <Form onSubmit={send} label="Send a new link">
      <EmailField label="Email Address" autoComplete="email" {...field(form, 'email')} />
      <SubmitButton pending={form.formState.isSubmitting} pendingText="Sending...">
        Send a new link
      </SubmitButton>
      <DemoMailHint />
    </Form>
  )
}
