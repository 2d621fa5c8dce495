import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { signFormTime } from '#server/input/form-check.ts'
import { resumeLink } from '#server/modules/accreditations/application-links.rules.ts'
import { addDraft } from '#server/modules/accreditations/drafts.ts'
import { claimApplication, reviewApplication } from '#server/modules/accreditations/review-application.ts'
import { submitApplication } from '#server/modules/accreditations/submit-application.ts'
import { type StoredFile, storeFile } from '#server/modules/vault/vault-files.ts'
import { makePdf } from '#server/pdf/make-pdf.ts'
import { at } from './at.ts'
import { demoFileRefused } from './demo-file-refused.ts'
import { certificateEnd, type Decided, writeDecided } from './past/applications.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Soon after the call, and on its side of the border between two weeks. */
const FILLED_IN_MS = 8 * MINUTE_MS
/** Time that an applicant has the form open. */
const FORM_OPEN_MS = 5 * MINUTE_MS
/** Age of an unfinished form. */
const LEFT_MS = 20 * HOUR_MS

type Fate = 'submitted' | 'claimed' | 'asked' | 'declined' | 'approved'
/** The states of the newest applications, newest first; almost all of the earlier ones were approved. */
const newest: readonly Fate[] = [
  'submitted',
  'submitted',
  'submitted',
  'claimed',
  'submitted',
  'claimed',
  'asked',
  'asked',
]
const DECLINED_EVERY = 9
/** How long the lender takes. */
const hoursUntil: Record<Fate, number> = { submitted: 0, claimed: 1, asked: 2, declined: 20, approved: 20 }

const finalAction: Partial<Record<Fate, Decided['action']>> = { approved: 'approve', declined: 'decline' }

const reasons = {
  asked: 'The certificate of currency has expired. Please send the current one.',
  declined: 'The ASIC number belongs to another business, and our letter about it was not answered.',
} as const

/** Drafts that are not submitted yet. */
const unfinished: readonly Record<string, string>[] = [
  { firstName: 'Leila', lastName: 'Haddad', email: 'leila.haddad@example.com', company: 'Lantern Lending' },
  { firstName: 'Tomasz', email: 'tomasz.kowalski@example.com' },
]

/**
 * Lets the drafts that past calls have opened be submitted and decided, so that there is an application in every state:
 * through the services, but for those that were done with before `live`. Only inside `ctx.tx`, after the calls have
 * their times.
 */
export async function addApplications(tx: Ctx, live: Date): Promise<void> {
  const drafts = await openedDrafts(tx)
  const reviewer = await reviewerOf(tx)
  const fates: Fated[] = []
  for (const [index, draft] of drafts.entries()) {
    const submittedAt = new Date(draft.calledAt.getTime() + FILLED_IN_MS)
    const certificate = await storeCertificate(at(tx, submittedAt), `${draft.name}, ${draft.company}`)
    const fate = fateOf(drafts.length - 1 - index, draft)
    const soonest = submittedAt.getTime() + hoursUntil[fate] * HOUR_MS
    // lately, as a claim expires
    const decidedAt = new Date(fate === 'claimed' ? Math.max(soonest, tx.now().getTime() - HOUR_MS) : soonest)
    fates.push({ ...draft, fields: fieldsOf(draft), certificate, submittedAt, decidedAt, fate })
  }
  const isDone = ({ fate, decidedAt }: Fated): boolean => finalAction[fate] !== undefined && decidedAt < live
  // first, because an accreditation survives later applications
  await writeDecided(tx, reviewer, fates.filter(isDone).flatMap(decidedOf))
  for (const made of fates.filter((each) => !isDone(each))) {
    const { fate, certificate, submittedAt, decidedAt } = made
    const id = await submitApplication(at(tx, submittedAt), {
      fields: {
        ...made.fields,
        draft: resumeLink(tx.providers, made, submittedAt).token,
        formTime: signFormTime({
          secret: tx.providers.secret,
          now: new Date(submittedAt.getTime() - FORM_OPEN_MS),
        }),
      },
      faults: {},
      files: { piInsurance: certificate },
    })
    // nothing is decided ahead of the time of loading
    if (decidedAt < tx.now()) await decide(at(reviewer, decidedAt), id, fate)
  }
  for (const fields of unfinished) {
    await addDraft(at(tx, new Date(tx.now().getTime() - LEFT_MS)), { fields, faults: {}, files: {} })
  }
  await drawWhenOpened(tx)
  await setMailTimesBack(tx)
}

interface Fated extends OpenedDraft {
  fields: Record<string, string>
  certificate: StoredFile
  submittedAt: Date
  decidedAt: Date
  fate: Fate
}

function decidedOf(made: Fated): Decided[] {
  const action = finalAction[made.fate]
  return action ? [{ ...made, action, reason: action === 'decline' ? reasons.declined : null }] : []
}

interface OpenedDraft {
  id: number
  callId: number
  status: string
  submittedAt: Date | null
  expiresAt: Date | null
  calledAt: Date
  brokerId: number
  name: string
  phone: string
  email: string
  company: string
  asicNumber: string
  membership: string
  /** The broker's record lacks a value that the application contains. */
  fills: boolean
}

/** In the order of their calls, which is when they were opened. */
async function openedDrafts(tx: Ctx): Promise<OpenedDraft[]> {
  await sql`update applications set created_at = call_end_time, updated_at = call_end_time
    from calls where calls.id = applications.call_id`.execute(tx.db)
  const { rows } = await sql<OpenedDraft>`
    select a.id, c.id as call_id, a.status, a.submitted_at, a.expires_at, c.call_end_time as called_at, b.id as broker_id, b.name,
           b.phone, b.email, coalesce(b.company, b.name) as company,
           -- whoever had none has got one for the application
           coalesce(b.asic_number, (390000 + c.id)::text) as asic_number, a.membership,
           b.asic_number is null or b.membership is null or b.company is null as fills
    from applications a join calls c on c.id = a.call_id join brokers b on b.id = a.broker_id
    where a.status = 'draft' order by c.call_end_time, c.id`.execute(tx.db)
  return rows
}

function fieldsOf({
  name,
  phone,
  email,
  company,
  asicNumber,
  membership,
}: OpenedDraft): Record<string, string> {
  const [firstName = name, ...rest] = name.split(' ')
  return {
    ...{ firstName, phone, email, company, asicNumber },
    lastName: rest.join(' ') || firstName,
    membership: membership || 'Other',
    acceptedTerms: 'true',
  }
}

async function storeCertificate(ctx: Ctx, insured: string): Promise<StoredFile> {
  const bytes = makePdf([
    'CERTIFICATE OF CURRENCY (fictitious, for demonstration)',
    `Insured: ${insured}`,
    'Professional indemnity, AUD 2,000,000 any one claim',
  ])
  const stored = await storeFile(ctx, {
    stream: (async function* () {
      yield bytes
    })(),
    filename: 'certificate-of-currency.pdf',
    limit: bytes.length,
    allowedTypes: ['application/pdf'],
  })
  if (!stored.ok) throw demoFileRefused(stored.fault)
  return stored.file
}

function fateOf(age: number, { callId }: OpenedDraft): Fate {
  return newest[age] ?? (callId % DECLINED_EVERY === 0 ? 'declined' : 'approved')
}

async function decide(reviewer: Ctx, id: number, fate: Fate): Promise<void> {
  if (fate === 'submitted') return
  if (fate === 'claimed') return claimApplication(reviewer, id)
  if (fate === 'asked')
    return reviewApplication(reviewer, id, { action: 'request_info', reason: reasons.asked })
  if (fate === 'declined')
    return reviewApplication(reviewer, id, { action: 'decline', reason: reasons.declined })
  const { brokerId } = await reviewer.db
    .selectFrom('applications')
    .select('brokerId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const expiries = { piInsurance: certificateEnd(reviewer.now()) }
  return reviewApplication(reviewer, id, { action: 'approve', brokerId, expiries })
}

/** The demo's compliance officer. */
async function reviewerOf(tx: Ctx): Promise<Ctx> {
  const user = await tx.db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('role', '=', 'compliance')
    .executeTakeFirstOrThrow()
  const { id: userId, name, email } = user
  return tx.as({ kind: 'staff', userId, role: 'compliance', name, email, ip: null })
}

/**
 * Each start of the demo would draw dozens of certificates that are all alike: their one page is drawn when somebody
 * opens it, and they have no thumbnail.
 */
async function drawWhenOpened(tx: Ctx): Promise<void> {
  await sql`update documents set render_state = 'done', pages = 1, updated_at = reviewed_at
    where file_id in (select file_id from application_files)`.execute(tx.db)
}

/** Sets the mails to the times of their events; mails of the history are never sent. */
async function setMailTimesBack(tx: Ctx): Promise<void> {
  await sql`update messages set created_at = told.at, updated_at = told.at, next_attempt_at = null, due_at = null, status = 'held',
      reason = case when status = 'queued' then 'History of the demo world: kept here, never sent.' else reason end
    from (select m.id, case m.template when 'draft_saved' then a.created_at
                         when 'application_received' then a.submitted_at else a.updated_at end as at
          from messages m join applications a on a.id = m.application_id where m.channel = 'email') told
    where told.id = messages.id`.execute(tx.db)
}
