import type { ReactElement } from 'react'
import { CHECK_MAIL } from '#contract/accounts/broker-accounts.ts'
import { Notice } from '../Notice.tsx'
import { DemoMailHint } from './DemoMailHint.tsx'
import { SendAgain } from './SendAgain.tsx'

interface VerifyFirstProps {
  email: string
  /** The server's message; defaults to the specification's text. */
  message?: string
  tone?: 'blue' | 'red'
}

/** Shown while the email address is not verified. */
export function VerifyFirst({ email, message = CHECK_MAIL, tone = 'blue' }: VerifyFirstProps): ReactElement {
  return (
    <Notice tone={tone}>
      <p>{message}</p>
      <DemoMailHint />
      <SendAgain email={email} />
    </Notice>
  )
}
