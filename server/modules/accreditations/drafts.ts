import type { z } from 'zod'
import {
  type ApplicationFileKind,
  DRAFT_DAYS,
  draftFields,
  draftVersion,
} from '#contract/accreditations/accreditations.ts'
import type { Lender } from '#contract/microsites/pages.ts'
import { longDate } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { lockRowOf } from '#server/modules/accounts/edit-route.ts'
import { signedBroker } from '#server/modules/brokers/broker-key.ts'
import { lenderFacts, type NewMail, queueMail } from '#server/modules/messages/queue-message.ts'
import { releaseFiles } from '#server/modules/vault/vault-files.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Limit, takeLimits } from '#server/platform/limits/limits.ts'
import { daysFrom, readResumeToken, resumeLink } from './application-links.rules.ts'
import { attachFormFiles } from './attachments.ts'
import { australianNumber, checkForm, type SentForm } from './form.rules.ts'
import { asOnlyOpenOne } from './receipts.ts'
import type { ReceivedForm } from './receive-form.ts'
import { editableStatuses, isEditable } from './rules.ts'
import {
  type ApplicationRow,
  changeApplication,
  findApplication,
  insertApplication,
  insertEvent,
  removeFile,
} from './store.ts'
import { viewDraft } from './views.ts'

/** Limits the emails that strangers can cause to one address, in a new draft or in one begun for another. */
const LINK_MAILS: Limit = {
  ...{ name: 'accreditations.link-mails', max: 5, minutes: 24 * 60 },
  message: () =>
    'We have sent several drafts to this address today. Continue with the latest one, or try again tomorrow.',
}

const CHANGED_ELSEWHERE =
  'This draft was saved in another tab or on another device after this page was opened. Nothing was saved.'

const REPEATED_WITHIN_MS = 10 * 60_000

export const LINK_GONE = 'This link no longer works. Start a new application.'
export const SUBMITTED_ALREADY =
  'This application has been submitted. Open its status page with the link in your email.'

/** Saves an unfinished form and emails the link to continue it. @throws AppError invalid, too_many_requests */
export async function createDraft(ctx: Ctx, form: ReceivedForm): Promise<number> {
  await takeLimits(ctx, [LINK_MAILS, draftOf(form).email.toLowerCase()])
  return addDraft(ctx, form)
}

/** The same without a limit: for the demo, whose drafts no stranger sends. @throws AppError invalid */
export async function addDraft(ctx: Ctx, form: ReceivedForm): Promise<number> {
  const fields = draftOf(form)
  return ctx.tx(async (tx) => {
    const row = await insertApplication(tx, {
      ...valuesOf(fields),
      status: 'draft',
      acceptedTermsAt: fields.acceptedTerms ? tx.now() : null,
      brokerId: await signedBroker(tx, { broker: fields.brokerId, key: fields.brokerKey }),
      cameFrom: fields.cameFrom ?? null,
      expiresAt: daysFrom(tx.now(), DRAFT_DAYS),
    })
    if (!row) throw new Error('draft not inserted')
    await attachFormFiles(tx, row.id, form.files)
    await insertEvent(tx, { applicationId: row.id, status: 'draft', actor: 'Applicant' })
    await mailResumeLink(tx, row)
    return row.id
  })
}

/**
 * Saves the form's present state.
 * @param expected version that the form was opened with; null: the last save wins
 * @throws AppError not_found, conflict, invalid, too_many_requests
 */
export async function saveDraft(
  ctx: Ctx,
  token: string,
  form: ReceivedForm,
  expected: string | null = null,
): Promise<number> {
  const fields = draftOf(form)
  const before = await editableBehind(ctx, token, fields.email)
  const hasMoved = fields.email.toLowerCase() !== before.email.toLowerCase()
  if (before.status === 'draft' && hasMoved) await takeLimits(ctx, [LINK_MAILS, fields.email.toLowerCase()])
  // one that is returned for more information is open, so its address can be that of another open one
  await asOnlyOpenOne(ctx, fields.email, async () =>
    ctx.tx(async (tx) => {
      await requireSameDraft(tx, before.id, expected)
      const row = await changeApplication(
        tx,
        before.id,
        { from: editableStatuses },
        {
          ...valuesOf(fields),
          acceptedTermsAt: fields.acceptedTerms ? (before.acceptedTermsAt ?? tx.now()) : null,
        },
      )
      if (!row) throw new AppError('conflict', SUBMITTED_ALREADY)
      await attachFormFiles(tx, row.id, form.files)
      if (row.status === 'draft' && hasMoved) await mailResumeLink(tx, row)
    }),
  )
  return before.id
}

/** Locks the draft and compares it. @throws AppError conflict, with the draft as it is now */
export async function requireSameDraft(tx: Ctx, id: number, expected: string | null): Promise<void> {
  if (expected === null) return
  await lockRowOf(tx, 'applications', id)
  const row = await findApplication(tx, id)
  if (!row || !isEditable(row.status)) throw new AppError('conflict', SUBMITTED_ALREADY)
  const current = await viewDraft(tx, row)
  const version = draftVersion(current)
  if (version === expected) return
  throw new AppError('conflict', CHANGED_ELSEWHERE, { changed: { current, version, changes: [] } })
}

/** Removes a file from the form, if it is there. @throws AppError not_found, conflict */
export async function removeDraftFile(ctx: Ctx, token: string, kind: ApplicationFileKind): Promise<number> {
  const { id } = await editableBehind(ctx, token)
  await ctx.tx(async (tx) => {
    // locks the row, so that no file is removed from an application that is being submitted
    const row = await changeApplication(tx, id, { from: editableStatuses }, {})
    if (!row) throw new AppError('conflict', SUBMITTED_ALREADY)
    const removed = await removeFile(tx, id, kind)
    if (removed === null) return
    await releaseFiles(tx, [removed])
  })
  return id
}

/**
 * The application behind a resume link.
 * @param given the address in the form that was sent with the link
 * @throws AppError not_found, conflict if the applicant cannot edit it now
 */
export async function editableBehind(ctx: Ctx, token: string, given?: string): Promise<ApplicationRow> {
  const row = await applicationBehind(ctx, token, given)
  if (!row) throw new AppError('not_found', LINK_GONE)
  if (!isEditable(row.status)) throw new AppError('conflict', SUBMITTED_ALREADY)
  return row
}

/** The application behind a resume link, whatever its status; null for an invalid or expired link, or one to a former address. */
export async function applicationBehind(
  ctx: Ctx,
  token: string,
  given?: string,
): Promise<ApplicationRow | null> {
  const link = readResumeToken(ctx.providers, token, ctx.now())
  const row = link ? await findApplication(ctx, link.id) : undefined
  if (!link || !row) return null
  // the answer to a save that moved it may have been lost on its way: the form is sent again with the link of before
  const isRepeated =
    given?.toLowerCase() === row.email.toLowerCase() &&
    ctx.now().getTime() - row.updatedAt.getTime() < REPEATED_WITHIN_MS
  if (row.status === 'draft' && !link.isFor(row.email) && !isRepeated) return null
  const expired = row.status === 'draft' && row.expiresAt !== null && row.expiresAt <= ctx.now()
  return expired ? null : row
}

type DraftFields = z.output<typeof draftFields>

function draftOf(form: SentForm): DraftFields {
  return checkForm(draftFields, form, { phone: false, piInsurance: false })
}

function valuesOf({ firstName, lastName, email, phone, asicNumber, membership, company }: DraftFields) {
  return {
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    email,
    phone: phone ?? '',
    phoneE164: australianNumber(phone),
    asicNumber: asicNumber ?? '',
    membership: membership ?? '',
    company: company ?? '',
  }
}

/** Emails the link to the form, once per draft and address. */
export async function mailResumeLink(tx: Ctx, row: ApplicationRow): Promise<void> {
  await queueMail(tx, resumeMail(tx, row, await lenderFacts(tx)))
}

export function resumeMail({ providers, now }: Ctx, row: ApplicationRow, lender: Lender): NewMail {
  const { url, expiresAt } = resumeLink(providers, row, now())
  const facts = { firstName: row.firstName, resumeUrl: url, expires: longDate(expiresAt) }
  return {
    to: row.email,
    mail: providers.pages.mail('draft_saved', lender, facts),
    template: 'draft_saved',
    applicationId: row.id,
    brokerId: row.brokerId,
    callId: row.callId,
    occasion: `application:${row.id}:draft:${row.email.toLowerCase()}`,
    simulated: row.simulated,
    notAfter: expiresAt,
  }
}
