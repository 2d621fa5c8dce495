import { type Insertable, sql } from 'kysely'
import { applicationFields } from '#contract/accreditations/accreditations.ts'
import { addDays } from '#contract/calendar.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { auditAll } from '#server/modules/accounts/audit.ts'
import { checkForm } from '#server/modules/accreditations/form.rules.ts'
import { decisionMail } from '#server/modules/accreditations/notify-applicant.ts'
import { receiptMail } from '#server/modules/accreditations/receipts.ts'
import { decisionTable } from '#server/modules/accreditations/review-application.rules.ts'
import type { ApplicationRow } from '#server/modules/accreditations/store.ts'
import { valuesOf } from '#server/modules/accreditations/submit-application.ts'
import { viewOutstanding } from '#server/modules/accreditations/views.ts'
import { fillAccredited } from '#server/modules/brokers/accreditation.ts'
import { writeActivities } from '#server/modules/brokers/timeline.store.ts'
import { fileApplication } from '#server/modules/documents/file-application.ts'
import { figuresOf } from '#server/modules/documents/rules.ts'
import { viewBrokerTypes } from '#server/modules/documents/views.ts'
import { lenderFacts, mailRow } from '#server/modules/messages/queue-message.ts'
import type { StoredFile } from '#server/modules/vault/vault-files.ts'
import { actorLabel } from '#server/platform/actor.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import type { Activities } from '#server/schema.gen.ts'
import { at } from '../at.ts'

/** An application that was sent in and decided, for good. */
export interface Decided {
  id: number
  brokerId: number
  /** As its applicant filled the form. */
  fields: Record<string, string>
  certificate: StoredFile
  submittedAt: Date
  decidedAt: Date
  /** `decline` with the reason. */
  action: 'approve' | 'decline'
  reason: string | null
  /** The broker's record lacks a value that the application contains. */
  fills: boolean
}

/**
 * Writes down applications that past calls have opened and that have been decided since: the rows that submitting and
 * reviewing leave behind, a few statements for all of them.
 */
export async function writeDecided(tx: Ctx, reviewer: Ctx, decided: readonly Decided[]): Promise<void> {
  if (decided.length === 0) return
  await attach(tx, decided)
  const rows = await change(tx, reviewer, decided)
  const parts = decided.map((each) => {
    const row = rows.get(each.id)
    if (!row) throw new Error('an application of the demo world is gone')
    const decision = decisionTable[each.action]
    return {
      ...each,
      row,
      decision,
      applicant: at(tx, each.submittedAt),
      judge: at(reviewer, each.decidedAt),
    }
  })
  const actor = reviewer.actor.kind === 'staff' ? reviewer.actor.name : actorLabel(reviewer.actor)
  const events = await tx.db
    .insertInto('applicationEvents')
    .values(
      parts.flatMap(({ id: applicationId, submittedAt, decidedAt, decision, reason }) => [
        { applicationId, status: 'submitted', actor: 'Applicant', reason: null, at: submittedAt },
        { applicationId, status: decision.status, actor, reason, at: decidedAt },
      ]),
    )
    .returning('id')
    .execute()
  await filePapers(reviewer, decided)
  const lender = await lenderFacts(tx)
  const outstanding: string[][] = []
  for (const { judge, row } of parts) outstanding.push(await viewOutstanding(judge, row))
  const mails = parts.flatMap(({ row, decision, applicant, judge }, index) => {
    const [sent, told] = [events[index * 2], events[index * 2 + 1]]
    if (!sent || !told) throw new Error('not every event was added')
    // as it was when it was sent in
    const fresh: ApplicationRow = { ...row, status: 'submitted', reason: null, decidedAt: null }
    return [
      mailRow(applicant, receiptMail(applicant, fresh, { lender, occasion: `received:${sent.id}` })),
      mailRow(
        judge,
        decisionMail(judge, row, {
          ...{ decision, eventId: told.id, lender },
          outstanding: outstanding[index] ?? [],
        }),
      ),
    ]
  })
  await tx.db.insertInto('messages').values(mails).execute()
  await writeActivities(tx, parts.flatMap(toldOf))
  for (const { fills, action, brokerId, row, judge } of parts) {
    const { firstName, lastName, phone, email, company, asicNumber, membership } = row
    const person = { name: `${firstName} ${lastName}`, phone, email, company, asicNumber, membership }
    if (fills && action === 'approve') await fillAccredited(judge, brokerId, person)
  }
  await auditAll(
    parts.map(({ judge, row, decision, reason, action }) => ({
      ctx: judge,
      row: {
        ...{ action: `application.${decision.status}`, subjectType: 'application', subjectId: row.id },
        before: { status: 'submitted' },
        after: {
          ...{ status: row.status, claimedBy: actor },
          ...(reason && { reason }),
          ...(action === 'approve' && { brokerId: row.brokerId }),
        },
      },
    })),
  )
  await updateAccreditationStatuses(
    tx,
    parts.filter(({ action }) => action === 'approve'),
  )
}

const CERTIFICATE_DAYS = 300

/** Until when the certificate of an application is valid that is approved at this time; YYYY-MM-DD. */
export function certificateEnd(approvedAt: Date): string {
  return addDays(sydneyDate(approvedAt), CERTIFICATE_DAYS)
}

async function filePapers(reviewer: Ctx, decided: readonly Decided[]): Promise<void> {
  if (reviewer.actor.kind !== 'staff') throw new Error('decisions have a person’s name to them')
  const { userId: id, name } = reviewer.actor
  for (const { brokerId, certificate, submittedAt, decidedAt, action } of decided) {
    if (action !== 'approve') continue
    await fileApplication(at(reviewer, decidedAt), {
      brokerId,
      files: [{ kind: 'piInsurance', fileId: certificate.id, uploadedAt: submittedAt }],
      expiries: { piInsurance: certificateEnd(decidedAt) },
      reviewer: { id, name },
    })
  }
}

async function attach(tx: Ctx, decided: readonly Decided[]): Promise<void> {
  await tx.db
    .insertInto('applicationFiles')
    .values(
      decided.map(({ id: applicationId, certificate, submittedAt: uploadedAt }) => ({
        ...{ applicationId, kind: 'piInsurance', fileId: certificate.id, uploadedAt },
      })),
    )
    .execute()
  await sql`update vault_files set attached_at = uploaded_at from application_files
    where file_id = vault_files.id and attached_at is null`.execute(tx.db)
}

/** @returns the applications as they are now */
async function change(
  tx: Ctx,
  reviewer: Ctx,
  decided: readonly Decided[],
): Promise<Map<number, ApplicationRow>> {
  if (reviewer.actor.kind !== 'staff') throw new Error('decisions have a person’s name to them')
  const claimedBy = reviewer.actor.userId
  const values = decided.map(({ id, fields, certificate, submittedAt, decidedAt, action, reason }) => {
    const form = { fields, faults: {}, files: { piInsurance: certificate } }
    const checked = checkForm(applicationFields, form, { phone: true, piInsurance: false })
    return {
      ...{ id, ...valuesOf(at(tx, submittedAt), checked), submittedAt },
      ...{ status: decisionTable[action].status, reason, claimedBy, decidedAt },
    }
  })
  await sql`update applications set first_name = given."firstName", last_name = given."lastName",
      email = given.email, phone = given.phone, asic_number = given."asicNumber", membership = given.membership,
      company = given.company, phone_e164 = given."phoneE164", status = given.status,
      accepted_terms_at = given."acceptedTermsAt", expires_at = null, reason = given.reason,
      submitted_at = given."submittedAt", claimed_by = given."claimedBy", claimed_at = given."decidedAt",
      decided_at = given."decidedAt", updated_at = given."decidedAt"
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as given(id int, "firstName" text, "lastName" text,
      email text, phone text, "asicNumber" text, membership text, company text, "phoneE164" text, status text,
      "acceptedTermsAt" timestamptz, reason text, "submittedAt" timestamptz, "claimedBy" int, "decidedAt" timestamptz)
    where applications.id = given.id`.execute(tx.db)
  const ids = decided.map(({ id }) => id)
  const rows = await tx.db.selectFrom('applications').selectAll().where('id', '=', anyOf(ids)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

function toldOf(part: Decided & { row: ApplicationRow }): Insertable<Activities>[] {
  const { brokerId, row, submittedAt, decidedAt, action } = part
  const { status, description } = decisionTable[action]
  const whose = { brokerId, simulated: row.simulated }
  const submitted = { type: 'accreditation_submitted', description: 'Submitted an accreditation application' }
  return [
    { ...submitted, ...whose, campaignId: row.campaignId, createdAt: submittedAt },
    { type: `accreditation_${status}`, description, ...whose, createdAt: decidedAt },
  ]
}

/** No broker has documents other than the application's, so the first approval makes them conditional. */
async function updateAccreditationStatuses(tx: Ctx, approved: readonly Decided[]): Promise<void> {
  const byBroker = Map.groupBy(approved, ({ brokerId }) => brokerId)
  const brokers = [...byBroker].map(([brokerId, decisions]) => {
    const times = decisions.map(({ decidedAt }) => decidedAt.getTime())
    // each approval updates the row, and only the first changes the status
    return { brokerId, since: new Date(Math.min(...times)), updatedAt: new Date(Math.max(...times)) }
  })
  const [first] = brokers
  if (first === undefined) return
  const { required, fulfilled } = figuresOf(await viewBrokerTypes(tx, first.brokerId), sydneyDate(tx.now()))
  await tx.db
    .insertInto('brokerAccreditations')
    .values(brokers.map((broker) => ({ ...broker, status: 'conditional' })))
    .execute()
  const ctx = tx.as({ kind: 'system', name: 'accreditations' })
  await auditAll(
    brokers.map(({ brokerId, since }) => ({
      ctx,
      row: {
        ...{ action: 'accreditation.changed', subjectType: 'accreditation', subjectId: brokerId },
        before: { status: 'in_progress', since },
        after: { status: 'conditional', required, fulfilled },
      },
    })),
  )
}
