import type { Region } from '#contract/brokers/brokers.ts'
import { zoneFor } from '#server/calendar/regions.ts'
import { shortTimeFor } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Account } from '#server/modules/accounts/portal-accounts.ts'
import { lenderFacts, type NewMail, queueMail } from '#server/modules/messages/queue-message.ts'
import { mailOccasions, verifyUrl } from './registration.rules.ts'
import type { RegistrationRow } from './registration.store.ts'

/** Emails the link that completes a registration. @returns false if the address has reached its limit for this hour */
export async function sendVerification(
  tx: Ctx,
  registration: RegistrationRow,
  { keepsPassword }: { keepsPassword: boolean },
): Promise<boolean> {
  const { providers } = tx
  // the table's check allows no other region
  const { email, name, region, expiresAt } = registration
  const mail = providers.pages.mail('verify_email', await lenderFacts(tx), {
    name,
    verifyUrl: verifyUrl(providers, registration),
    expires: shortTimeFor(expiresAt, zoneFor(region as Region | null, null), tx.now()),
    keepsPassword,
  })
  return send(tx, { to: email, mail, template: 'verify_email', notAfter: expiresAt })
}

/** Emails the holder of an existing account that nothing was changed, and how to sign in. */
export async function sendAccountExists(tx: Ctx, email: string, account: Account): Promise<void> {
  const { pages, publicUrl } = tx.providers
  const mail = pages.mail('account_exists', await lenderFacts(tx), {
    name: account.name,
    signInUrl: `${publicUrl}/broker-portal`,
    forgotUrl: `${publicUrl}/broker-portal?forgot=1`,
  })
  await send(tx, { to: email, mail, template: 'account_exists' })
}

async function send(tx: Ctx, mail: Pick<NewMail, 'to' | 'mail' | 'template' | 'notAfter'>): Promise<boolean> {
  for (const occasion of mailOccasions(mail.to, tx.now())) {
    if ((await queueMail(tx, { ...mail, occasion, simulated: false })) !== null) return true
  }
  return false
}
