import type { z } from 'zod'
import {
  type ApplicationFileKind,
  applicationFields,
  NO_PAPERS,
  PI_REQUIRED,
} from '#contract/accreditations/accreditations.ts'
import type { Ctx } from '#server/ctx.ts'
import { formSuspicion } from '#server/input/form-check.ts'
import { signedBroker } from '#server/modules/brokers/broker-key.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { lenderFacts } from '#server/modules/messages/queue-message.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import { attachFormFiles } from './attachments.ts'
import { editableBehind, requireSameDraft, SUBMITTED_ALREADY } from './drafts.ts'
import { australianNumber, checkForm } from './form.rules.ts'
import { asOnlyOpenOne, mailReceipt } from './receipts.ts'
import type { ReceivedForm } from './receive-form.ts'
import { reportClosedForm } from './report-closed-form.ts'
import { editableStatuses, isClosed } from './rules.ts'
import { type ApplicationRow, changeApplication, findFiles, insertApplication, insertEvent } from './store.ts'

/**
 * Submits a form: as a new application, as the completion of a draft, or with the requested information.
 * @param expected version of the draft that the form was opened with; null: the last save wins
 * @throws AppError invalid, too_large, unsupported_type, conflict, not_found
 */
export async function submitApplication(
  ctx: Ctx,
  form: ReceivedForm,
  expected: string | null = null,
): Promise<number> {
  if (isClosed(ctx.providers.installation, await lenderFacts(ctx))) {
    await reportClosedForm(ctx)
    throw new AppError('rule_forbids', NO_PAPERS)
  }
  const token = form.fields.draft
  const before = token ? await editableBehind(ctx, token, form.fields.email) : null
  const attached = before ? await findFiles(ctx, [before.id]) : []
  const fields = checkForm(applicationFields, form, {
    phone: true,
    piInsurance: !hasFile(form, attached, 'piInsurance'),
  })
  return asOnlyOpenOne(ctx, fields.email, async () =>
    ctx.tx(async (tx) => {
      if (before) await requireSameDraft(tx, before.id, expected)
      const reviewReason = formSuspicion(fields, { secret: tx.providers.secret, now: tx.now() })
      const values = { ...valuesOf(tx, fields), reviewReason }
      const row = before ? await submitDraft(tx, before, values) : await addSubmitted(tx, fields, values)
      await attachFormFiles(tx, row.id, form.files)
      await requireCertificate(tx, row.id)
      await announceSubmission(tx, row, {
        resubmitted: before?.status === 'info_requested',
        reviewReason,
      })
      return row.id
    }),
  )
}

/** Checks again with the row locked: the certificate may have been removed meanwhile. @throws AppError invalid */
async function requireCertificate(tx: Ctx, applicationId: number): Promise<void> {
  const files = await findFiles(tx, [applicationId])
  if (!files.some(({ kind }) => kind === 'piInsurance')) throw invalid({ piInsurance: PI_REQUIRED })
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

type Values = ReturnType<typeof valuesOf> & { reviewReason: string | null }

async function addSubmitted(tx: Ctx, fields: Fields, values: Values): Promise<ApplicationRow> {
  const row = await insertApplication(tx, {
    ...values,
    submittedAt: tx.now(),
    brokerId: await signedBroker(tx, { broker: fields.brokerId, key: fields.brokerKey }),
    cameFrom: fields.cameFrom ?? null,
  })
  if (!row) throw new Error('application not inserted')
  return row
}

async function submitDraft(tx: Ctx, before: ApplicationRow, values: Values): Promise<ApplicationRow> {
  const row = await changeApplication(
    tx,
    before.id,
    { from: editableStatuses },
    {
      ...values,
      submittedAt: before.submittedAt ?? tx.now(),
      // requested information returns to the reviewer who requested it, whose claim restarts
      claimedAt: before.claimedBy === null ? null : tx.now(),
    },
  )
  if (!row) throw new AppError('conflict', SUBMITTED_ALREADY)
  return row
}

async function announceSubmission(
  tx: Ctx,
  row: ApplicationRow,
  { resubmitted, reviewReason }: { resubmitted: boolean; reviewReason: string | null },
): Promise<void> {
  const eventId = await insertEvent(tx, {
    ...{ applicationId: row.id, status: 'submitted', actor: 'Applicant' },
    // in the history that its reviewer reads
    reason: reviewReason,
  })
  await mailReceipt(tx, row, `received:${eventId}`)
  await addActivity(tx, {
    ...(resubmitted
      ? {
          type: 'accreditation_resubmitted',
          description: 'Sent the information requested for their accreditation',
        }
      : { type: 'accreditation_submitted', description: 'Submitted an accreditation application' }),
    brokerId: row.brokerId,
    campaignId: row.campaignId,
    simulated: row.simulated,
  })
  await tx.emit('application.submitted', { applicationId: row.id })
}
