import { type ReactElement, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ResetForm } from '#web/features/sign-in/ResetForm.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Notice } from '../Notice.tsx'
import { portalAudience } from './portal-audience.ts'
import { SignInCard, SignInFrame } from './SignInFrame.tsx'

const INCOMPLETE = 'The link may be incomplete: copy all of it from the email.'

/** The mail's link: sets a new password, once. */
export function ResetPasswordPage(): ReactElement {
  const token = useSearchParams()[0].get('token') ?? ''
  const [isDone, setDone] = useState(false)
  if (isDone) {
    return (
      <SignInFrame title="Your password is set">
        <SignInCard>
          <Notice tone="green" live>
            <p>You are signed out everywhere. Sign in with your new password.</p>
          </Notice>
          <ButtonLink to="/broker-portal" variant="primary" size="lg">
            Go to Sign In
          </ButtonLink>
        </SignInCard>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Set a new password" back>
      <SignInCard>
        <ResetForm
          audience={portalAudience}
          token={token}
          fault={token === '' ? INCOMPLETE : null}
          onDone={() => setDone(true)}
          renderFailure={(message) => (
            <Notice tone="red">
              <p>{message}</p>
              <ButtonLink to="/broker-portal?forgot=1" className="mt-1">
                Request a new link
              </ButtonLink>
            </Notice>
          )}
        />
      </SignInCard>
    </SignInFrame>
  )
}
