import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { signOnOffer } from '#contract/accounts/sign-on.ts'
import { keyOf } from '#web/api/topics.ts'
import { consoleAudience } from '#web/features/accounts/console-audience.ts'
import { ForgotPassword as ConsoleForgotPassword } from '#web/features/accounts/ForgotPassword.tsx'
import { SignInCard } from '#web/features/accounts/SignInCard.tsx'
import { ForgotPassword } from '#web/features/portal/sign-in/ForgotPassword.tsx'
import { portalAudience } from '#web/features/portal/sign-in/portal-audience.ts'
import { ResetPasswordPage } from '#web/features/portal/sign-in/ResetPasswordPage.tsx'
import { SignIn } from '#web/features/portal/sign-in/SignIn.tsx'
import { CodeForm } from './CodeForm.tsx'

const nothing = (): void => undefined

/** Without single sign-on. */
function markupOf(screen: ReactElement, address = '/'): string {
  const client = new QueryClient()
  client.setQueryData(keyOf(signOnOffer), { label: null, enforced: false })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>{screen}</MemoryRouter>
    </QueryClientProvider>,
  )
}

/** The visible text, line by line: headings, sentences, labels and buttons. */
function wordsOf(html: string): string[] {
  return html
    .replaceAll(/<svg[\s\S]*?<\/svg>/g, '')
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== '' && text !== '*')
}

const isLocked = (html: string): boolean => /<button[^>]* disabled=""/.test(html)

describe('the sign-in of the console', () => {
  it('asks for e-mail and password under its heading', () => {
    expect(wordsOf(markupOf(<SignInCard />))).toEqual([
      'Sign in to the console',
      'Email',
      'Password',
      'Sign In',
      'Sign in with a passkey',
      'Forgot your password?',
    ])
  })

  it('sets a password by the link of the mail', () => {
    expect(wordsOf(markupOf(<SignInCard />, '/?reset=abc'))).toEqual([
      'Set a new password',
      'New password',
      'At least 8 characters. You will be signed out everywhere.',
      'Confirm new password',
      'Set password',
      'Back to sign-in',
    ])
  })

  it('mails such a link', () => {
    const html = markupOf(<ConsoleForgotPassword email="ann@example.com" onBack={nothing} />)
    expect(wordsOf(html)).toEqual([
      'We’ll email you a link to set a new one. It works once, within an hour.',
      'Email',
      'Send link',
      'Back to sign-in',
    ])
  })

  it('asks for the code without a heading of its own', () => {
    const asked = { twoFactorRequired: true } as const
    const html = markupOf(
      <CodeForm audience={consoleAudience} asked={asked} onOpened={nothing}>
        Back
      </CodeForm>,
    )
    expect(wordsOf(html)).toEqual([
      'Enter the 6-digit code that your authenticator app shows, or one of your backup codes.',
      'Code',
      'Verify',
      'Back',
    ])
  })
})

describe('the sign-in of the portal', () => {
  it('asks for e-mail and password', () => {
    const html = markupOf(<SignIn draft={{ current: null }} email={null} onForgot={nothing} />)
    expect(wordsOf(html)).toEqual([
      ...['Email', 'Password', 'Sign In', 'Sign in with a passkey', 'Forgot your password?'],
    ])
  })

  it('asks for the code under a heading of its own', () => {
    const asked = { twoFactorRequired: true, challenge: 'abc' } as const
    const html = markupOf(
      <CodeForm audience={portalAudience} asked={asked} onOpened={nothing}>
        Back
      </CodeForm>,
    )
    expect(wordsOf(html)[0]).toBe('One more step')
  })

  it('mails a link to set a password', () => {
    expect(wordsOf(markupOf(<ForgotPassword />))).toEqual(
      expect.arrayContaining(['Forgot your password?', 'Email Address', 'Send Link', 'Back to Sign In']),
    )
  })

  it('sets a password by the whole link only', () => {
    const whole = markupOf(<ResetPasswordPage />, '/broker-portal/reset-password?token=abc')
    expect(wordsOf(whole)).toEqual(
      expect.arrayContaining(['Set a new password', 'New Password', 'Confirm New Password', 'Set Password']),
    )
    expect(isLocked(whole)).toBe(false)
    const cut = markupOf(<ResetPasswordPage />, '/broker-portal/reset-password')
    expect(wordsOf(cut)).toContain('The link may be incomplete: copy all of it from the email.')
    expect(wordsOf(cut)).toContain('Request a new link')
    expect(isLocked(cut)).toBe(true)
  })
})
