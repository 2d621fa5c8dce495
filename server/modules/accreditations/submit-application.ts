import type { z } from 'zod'
import { type ApplicationFileKind, applicationFields } from '#contract/accreditations.ts'
import type { Lender } from '#contract/pages.ts'
import type { Ctx } from '#server/ctx.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { knownBroker } from '#server/modules/brokers/views.ts'
import { lenderFacts, type NewMail, queueMail } from '#server/modules/messages/queue-message.ts'
import { AppError } from '#server/platform/errors.ts'
import { errorCode } from '#server/platform/startup-error.ts'
import { statusUrl } from './application-links.rules.ts'
import { attachFormFiles } from './attachments.ts'
import { editableBehind, SUBMITTED_ALREADY } from './drafts.ts'
import { australianNumber, checkForm } from './form.rules.ts'
import type { ReceivedForm } from './receive-form.ts'
import { editableStatuses } from './rules.ts'
import {
  type ApplicationRow,
  changeApplication,
  findFiles,
  findOpen,
  insertApplication,
  insertEvent,
} from './store.ts'

/** Reveals nothing of the existing application to somebody who enters another person's address. */
export const ALREADY_OPEN =
  'We are already working on an application from this email address. We have emailed a link to its status page to that address.'

const UNIQUE_VIOLATION = '23505'

/**
 * Submits a form: as a new application, as the completion of a draft, or with the requested information.
 * @throws AppError invalid, too_large, unsupported_type, conflict, not_found
 */
export async function submitApplication(ctx: Ctx, form: ReceivedForm): Promise<number> {
  const token = form.fields.draft
  const before = token ? await editableBehind(ctx, token) : null
  const attached = before ? await findFiles(ctx, [before.id]) : []
  const fields = checkForm(applicationFields, form, {
    phone: true,
    piInsurance: !hasFile(form, attached, 'piInsurance'),
  })
  try {
    return await ctx.tx(async (tx) => {
      const row = before ? await submitDraft(tx, before, fields) : await addSubmitted(tx, fields)
      await attachFormFiles(tx, row.id, form.files)
      await announceSubmission(tx, row, before?.status === 'info_requested')
      return row.id
    })
  } catch (error) {
    if (!isSecondOpen(error)) throw error
    await resendReceipt(ctx, fields.email)
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

type Fields = z.output<typeof applicationFields>

function hasFile(
  form: ReceivedForm,
  attached: readonly { kind: string }[],
  kind: ApplicationFileKind,
): boolean {
  return form.files[kind] !== undefined || attached.some((file) => file.kind === kind)
}

/** The columns of an application that its form fills. */
export function valuesOf(tx: Ctx, fields: Fields) {
  const { firstName, lastName, email, phone, asicNumber, membership, company } = fields
  return {
    ...{ firstName, lastName, email, phone, asicNumber, membership, company },
    phoneE164: australianNumber(phone),
    status: 'submitted',
    acceptedTermsAt: tx.now(),
    expiresAt: null,
    reason: null,
  }
}

async function addSubmitted(tx: Ctx, fields: Fields): Promise<ApplicationRow> {
  const row = await insertApplication(tx, {
    ...valuesOf(tx, fields),
    submittedAt: tx.now(),
    brokerId: await knownBroker(tx, fields.brokerId),
  })
  if (!row) throw new Error('application not inserted')
  return row
}

async function submitDraft(tx: Ctx, before: ApplicationRow, fields: Fields): Promise<ApplicationRow> {
  const row = await changeApplication(
    tx,
    before.id,
    { from: editableStatuses },
    {
      ...valuesOf(tx, fields),
      submittedAt: before.submittedAt ?? tx.now(),
      // requested information returns to the reviewer who requested it, whose claim restarts
      claimedAt: before.claimedBy === null ? null : tx.now(),
    },
  )
  if (!row) throw new AppError('conflict', SUBMITTED_ALREADY)
  return row
}

async function announceSubmission(tx: Ctx, row: ApplicationRow, resubmitted: boolean): Promise<void> {
  const eventId = await insertEvent(tx, { applicationId: row.id, status: 'submitted', actor: 'Applicant' })
  await mailReceipt(tx, row, `received:${eventId}`)
  await addActivity(tx, {
    ...(resubmitted
      ? {
          type: 'accreditation_resubmitted',
          description: 'Sent the information requested for their accreditation',
        }
      : { type: 'accreditation_submitted', description: 'Submitted an accreditation application' }),
    brokerId: row.brokerId,
    simulated: row.simulated,
  })
  await tx.emit('application.submitted', { applicationId: row.id })
  tx.changed('applications', 'dashboard')
}

async function mailReceipt(tx: Ctx, row: ApplicationRow, occasion: string): Promise<void> {
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
