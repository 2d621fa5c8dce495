import type { ReactElement } from 'react'
import { ForgotForm } from '#web/features/sign-in/ForgotForm.tsx'
import { Notice } from '../Notice.tsx'
import { DemoMailHint } from './DemoMailHint.tsx'
import { portalAudience } from './portal-audience.ts'
import { SignInCard, SignInFrame } from './SignInFrame.tsx'

/** Requests a link to set a new password. */
export function ForgotPassword(): ReactElement {
  return (
    <SignInFrame title="Forgot your password?" subtitle="We’ll email you a link to set a new one." back>
      <SignInCard>
        <ForgotForm
          audience={portalAudience}
          renderAbove={(sentTo) =>
            sentTo && (
              <Notice tone="green" title="Check your email" live>
                <p>
                  If there is an account for {sentTo}, a link is on its way. It works once, for an hour. Can’t
                  find it? Check your spam folder.
                </p>
                <DemoMailHint />
              </Notice>
            )
          }
        />
      </SignInCard>
    </SignInFrame>
  )
}
