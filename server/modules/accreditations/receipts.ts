import type { Lender } from '#contract/microsites/pages.ts'
import type { Ctx } from '#server/ctx.ts'
import { lenderFacts, type NewMail, queueMail } from '#server/modules/messages/queue-message.ts'
import { AppError } from '#server/platform/errors.ts'
import { errorCode } from '#server/platform/startup-error.ts'
import { statusUrl } from './application-links.rules.ts'
import { type ApplicationRow, findOpen } from './store.ts'

/** Reveals nothing of the existing application to somebody who enters another person's address. */
const ALREADY_OPEN =
  'We are already working on an application from this email address. We have emailed a link to its status page to that address.'

const UNIQUE_VIOLATION = '23505'

/**
 * Writes an application that is to be the only open one of its address. Where the address has another, its receipt is
 * sent there again.
 * @throws AppError conflict
 */
export async function asOnlyOpenOne<T>(ctx: Ctx, email: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isSecondOpen(error)) throw error
    await resendReceipt(ctx, email)
    throw new AppError('conflict', ALREADY_OPEN, { fields: { email: ALREADY_OPEN } })
  }
}

/** The unique index allows one open application per address. */
function isSecondOpen(error: unknown): boolean {
  return (
    errorCode(error) === UNIQUE_VIOLATION &&
    error instanceof Error &&
    'constraint' in error &&
    error.constraint === 'applications_open'
  )
}

export async function mailReceipt(tx: Ctx, row: ApplicationRow, occasion: string): Promise<void> {
  await queueMail(tx, receiptMail(tx, row, { lender: await lenderFacts(tx), occasion }))
}

/** Confirms the receipt to the applicant, with the link to the status page. */
export function receiptMail(
  { providers, now }: Ctx,
  row: ApplicationRow,
  { lender, occasion }: { lender: Lender; occasion: string },
): NewMail {
  const facts = { firstName: row.firstName, statusUrl: statusUrl(providers, row, now()) }
  return {
    to: row.email,
    mail: providers.pages.mail('application_received', lender, facts),
    template: 'application_received',
    applicationId: row.id,
    brokerId: row.brokerId,
    occasion: `application:${row.id}:${occasion}`,
    simulated: row.simulated,
  }
}

/** Sends the receipt again, because most who apply twice have lost it. At most once a day, to prevent flooding. */
async function resendReceipt(ctx: Ctx, email: string): Promise<void> {
  await ctx.tx(async (tx) => {
    const open = await findOpen(tx, email)
    if (open) await mailReceipt(tx, open, `again:${tx.now().toISOString().slice(0, 10)}`)
  })
}
