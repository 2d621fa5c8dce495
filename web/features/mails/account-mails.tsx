import type { Lender, MailFacts } from '#contract/microsites/pages.ts'
import { letter } from './letter.tsx'
import { type Mail, oneLine } from './mail.ts'

const NOT_YOU = 'If this was not you, you can ignore this email.'

export function verifyEmail(lender: Lender, facts: MailFacts['verify_email']): Mail {
  return letter({
    subject: 'Verify your email address',
    title: 'Verify your email address',
    name: facts.name,
    said: [
      `Open this link to complete your account in the broker portal of ${oneLine(lender.name)}${facts.keepsPassword ? '' : ' and to set its password'}. It is valid until ${oneLine(facts.expires)}.`,
      ...(facts.keepsPassword
        ? ['You already have an account with us: keep signing in with its password, the new one is not used.']
        : []),
    ],
    action: { href: facts.verifyUrl, label: 'Verify my address' },
    remark: facts.keepsPassword ? NOT_YOU : `${NOT_YOU} No account is created without the link.`,
  })
}

export function accountExists(lender: Lender, facts: MailFacts['account_exists']): Mail {
  return letter({
    subject: 'You already have an account',
    title: 'You already have an account',
    name: facts.name,
    said: [
      `Somebody tried to register with this address in the broker portal of ${oneLine(lender.name)}. There is already an account, and nothing was changed.`,
      `Forgotten the password? Set a new one: ${facts.forgotUrl}`,
    ],
    action: { href: facts.signInUrl, label: 'Sign in' },
    remark: NOT_YOU,
  })
}

export function resetPassword(lender: Lender, facts: MailFacts['reset_password']): Mail {
  return letter({
    subject: 'Set a new password',
    title: 'Set a new password',
    name: facts.name,
    said: [
      `Somebody requested a new password for your account with ${oneLine(lender.name)}. The link works once, within an hour.`,
    ],
    action: { href: facts.resetUrl, label: 'Set a new password' },
    remark: `${NOT_YOU} Your password stays as it is.`,
  })
}

export function staffInvited(lender: Lender, facts: MailFacts['staff_invited']): Mail {
  const team = oneLine(lender.name)
  return letter({
    subject: `You are invited to the Brokerline team of ${team}`,
    title: `Join the team of ${team}`,
    name: facts.name,
    said: [
      `An admin of ${team} has invited you to Brokerline as ${facts.role}. Accept the invitation to set your password and sign in.`,
      `The link works once, until ${oneLine(facts.expires)}.`,
    ],
    action: { href: facts.acceptUrl, label: 'Accept the invitation' },
    remark:
      'If you do not know what this is about, you can ignore this email: nothing opens without the link.',
  })
}

export function accountChanged(lender: Lender, facts: MailFacts['account_changed']): Mail {
  const words: Record<typeof facts.change, string> = {
    password: 'Your password was changed',
    two_factor_on: 'Two-factor sign-in was turned on',
    two_factor_off: 'Two-factor sign-in was turned off',
    passkey_added: 'A passkey was added',
    passkey_removed: 'A passkey was removed',
  }
  const title = words[facts.change]
  return letter({
    subject: title,
    title,
    name: facts.name,
    said: [
      `${title} for your account with ${oneLine(lender.name)}.`,
      'Was this not you? Set a new password straight away with "Forgot your password?", and check where you are signed in.',
    ],
    action: { href: facts.portalUrl, label: 'Open my account' },
  })
}
