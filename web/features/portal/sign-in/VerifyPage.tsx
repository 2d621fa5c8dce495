import { useQuery } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { checkRegistration } from '#contract/accounts/broker-accounts.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Notice } from '../Notice.tsx'
import { type Completed, CompleteForm } from './CompleteForm.tsx'
import { NewLinkForm } from './NewLinkForm.tsx'
import { SignInCard, SignInFrame } from './SignInFrame.tsx'

/** The email's link: opening it changes nothing, the form behind it completes the account. */
export function VerifyPage(): ReactElement {
  const token = useSearchParams()[0].get('token') ?? ''
  const [completed, setCompleted] = useState<Completed | null>(null)
  const registration = useQuery({
    queryKey: ['registration', token],
    queryFn: () => call(checkRegistration, { body: { token } }),
    enabled: token !== '',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { data, error } = registration
  if (completed || data?.completed) {
    return <Ready email={data?.email ?? ''} password={completed?.password ?? 'existing'} />
  }
  if (data) {
    return (
      <Page title="Complete your account" back>
        <CompleteForm token={token} registration={data} onCompleted={setCompleted} />
      </Page>
    )
  }
  if (error instanceof ApiError && error.code === 'offline') {
    return (
      <Page title="Complete your account" back>
        <Notice tone="red">
          <p>{messageOf(error, '')}</p>
        </Notice>
        <Button variant="primary" size="lg" onClick={() => void registration.refetch()}>
          Try again
        </Button>
      </Page>
    )
  }
  if (token === '' || error) {
    return (
      <Page title="This link is no longer valid" back>
        <NewLinkForm
          reason={messageOf(error, 'The link may be incomplete: copy all of it from the email.')}
        />
      </Page>
    )
  }
  return (
    <Page title="Complete your account">
      <Loading text="Checking the link..." />
    </Page>
  )
}

function Page({
  title,
  back,
  children,
}: {
  title: string
  back?: boolean
  children: ReactNode
}): ReactElement {
  return (
    <SignInFrame title={title} back={back}>
      <SignInCard>{children}</SignInCard>
    </SignInFrame>
  )
}

const passwordWords: Record<Completed['password'], string> = {
  set: 'Sign in with the password you have just set.',
  existing: 'Sign in with the password of your account.',
}

function Ready({ email, password }: Completed): ReactElement {
  return (
    <Page title="You are verified">
      <Notice tone="green" live>
        <p>{email} is verified and your account is ready.</p>
        <p>{passwordWords[password]}</p>
      </Notice>
      <ButtonLink to="/broker-portal" variant="primary" size="lg">
        Go to Sign In
      </ButtonLink>
    </Page>
  )
}
