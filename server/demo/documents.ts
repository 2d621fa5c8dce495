import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { demoBroker } from '#server/modules/accounts/demo-accounts.ts'
import { claimDocument, decideDocument } from '#server/modules/documents/reviews/review-document.ts'
import { fileDocument, type Sender } from '#server/modules/documents/upload-document.ts'
import { storeFile } from '#server/modules/vault/vault-files.ts'
import { makePdf } from '#server/pdf/make-pdf.ts'
import { at } from './at.ts'
import { demoFileRefused } from './demo-file-refused.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Approvals before that are of earlier months. */
const EARLIER_DAYS = 14

type Fate =
  | { status: 'pending' }
  | { status: 'approved'; goodForDays: number | null }
  | { status: 'rejected'; reason: string }

interface Upload {
  /** As in the name of its type. */
  type: string
  daysAgo: number
  fate: Fate
}

/** Of the broker with the portal account: every state, and the CPD statement missing. In the order of time. */
const ofAccount: readonly Upload[] = [
  {
    type: 'Certificate IV or Diploma of Finance and Mortgage Broking',
    daysAgo: 12,
    fate: { status: 'rejected', reason: 'The copy is not readable. Please upload a clearer one.' },
  },
  {
    type: 'ASIC credit representative or licence evidence',
    daysAgo: 11.9,
    fate: { status: 'approved', goodForDays: 353 },
  },
  {
    type: 'Certificate IV or Diploma of Finance and Mortgage Broking',
    daysAgo: 9.5,
    fate: { status: 'approved', goodForDays: null },
  },
  {
    type: 'Professional indemnity certificate of currency',
    daysAgo: 9.4,
    fate: { status: 'approved', goodForDays: 21 },
  },
  { type: 'Photo ID', daysAgo: 9.3, fate: { status: 'approved', goodForDays: 1300 } },
  { type: 'National police check', daysAgo: 8.6, fate: { status: 'approved', goodForDays: 700 } },
  {
    type: 'Association membership certificate',
    daysAgo: 5.2,
    fate: { status: 'rejected', reason: 'The document has expired. Please upload the current one.' },
  },
  { type: 'AFCA membership certificate', daysAgo: 1.4, fate: { status: 'pending' } },
]

/** Brokers of earlier months, and of the last weeks, who are accredited. */
const ACCREDITED = { earlier: 2, lately: 1 }
/** Days from the approval of the application to an accredited broker's first upload, and between uploads. */
const FIRST_AFTER_DAYS = 1
const NEXT_AFTER_DAYS = 0.1
const GOOD_FOR_DAYS = 240
/** A broker of earlier months whose membership has ended since, and who lacks other documents. */
const ofLapsedMember: Upload = {
  type: 'Association membership certificate',
  daysAgo: 80,
  fate: { status: 'approved', goodForDays: -6 },
}

/** Number of other brokers with one document in review each. */
const WAITING = 10
/** Of these one was claimed an hour ago. */
const CLAIMED = 3
const DECIDED_AFTER_MS = 20 * HOUR_MS

/**
 * Gives the broker with the portal account documents in every state, the reviewers a queue, and some brokers a full
 * accreditation. Only inside `ctx.tx`,
 * after the accounts and the applications.
 */
export async function addDocuments(tx: Ctx): Promise<void> {
  const reviewer = await demoReviewer(tx)
  const types = await typesByName(tx)
  const account = await demoAccount(tx)
  if (account) {
    for (const upload of ofAccount) await play(tx, { sender: account, upload, types, reviewer })
  }
  const { earlier, lately } = await approvedBrokers(tx)
  const accredited = [
    ...earlier.slice(0, ACCREDITED.earlier),
    ...lately.slice(WAITING, WAITING + ACCREDITED.lately),
  ]
  for (const sender of accredited) await accredit(tx, { sender, types, reviewer })
  const [member] = earlier.slice(ACCREDITED.earlier)
  if (member) await play(tx, { sender: member, upload: ofLapsedMember, types, reviewer })
  const waiting = lately.slice(0, WAITING)
  for (const [index, sender] of waiting.entries()) {
    const type = ofAccount[index % ofAccount.length]?.type ?? ''
    const upload: Upload = { type, daysAgo: 1.2 + index * 0.53, fate: { status: 'pending' } }
    const id = await play(tx, { sender, upload, types, reviewer })
    if (index === CLAIMED) await claimDocument(at(reviewer, new Date(tx.now().getTime() - HOUR_MS)), id)
  }
  await setTimesBack(tx)
}

interface Played {
  sender: Sender
  upload: Upload
  types: ReadonlyMap<string, number>
  reviewer: Ctx
}

async function play(tx: Ctx, { sender, upload, types, reviewer }: Played): Promise<number> {
  const { type, daysAgo, fate } = upload
  const documentTypeId = types.get(type)
  if (documentTypeId === undefined) throw new Error(`there is no document type "${type}"`)
  const uploadedAt = new Date(tx.now().getTime() - daysAgo * DAY_MS)
  const then = at(tx, uploadedAt)
  const id = await fileDocument(then, sender, {
    documentTypeId: String(documentTypeId),
    file: await store(then, [type, `${sender.name} (fictitious, for demonstration)`]),
    problem: null,
    twice: false,
  })
  const decided = at(reviewer, new Date(uploadedAt.getTime() + DECIDED_AFTER_MS))
  if (fate.status === 'approved') {
    const { goodForDays } = fate
    const expiresOn = goodForDays === null ? null : addDays(sydneyDate(tx.now()), goodForDays)
    await decideDocument(decided, id, { action: 'approve', seen: 'pending', expiresOn })
  } else if (fate.status === 'rejected') {
    await decideDocument(decided, id, { action: 'reject', seen: 'pending', reason: fate.reason })
  }
  return id
}

async function store(ctx: Ctx, lines: readonly string[]) {
  const bytes = makePdf(lines)
  const stored = await storeFile(ctx, {
    stream: (async function* () {
      yield bytes
    })(),
    filename: `${lines[0]?.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.pdf`,
    limit: bytes.length,
    allowedTypes: ['application/pdf'],
  })
  if (!stored.ok) throw demoFileRefused(stored.fault)
  return stored.file
}

async function typesByName(tx: Ctx): Promise<Map<string, number>> {
  const rows = await tx.db.selectFrom('documentTypes').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

async function demoAccount(tx: Ctx): Promise<Sender | null> {
  const user = await tx.db
    .selectFrom('users')
    .select(['id', 'brokerId', 'name'])
    .where('email', '=', demoBroker.email)
    .executeTakeFirst()
  return user?.brokerId ? { brokerId: user.brokerId, userId: user.id, name: user.name } : null
}

type Approved = Sender & { approvedAt: Date }

/** Brokers by approval of their only application, earliest first, in earlier months and in the last two weeks. */
async function approvedBrokers(tx: Ctx): Promise<{ earlier: Approved[]; lately: Approved[] }> {
  const { rows } = await sql<Approved>`
    select b.id as broker_id, null::int as user_id, b.name, min(a.decided_at) as approved_at
    from applications a join brokers b on b.id = a.broker_id
    group by b.id having count(*) = 1 and bool_and(a.status = 'approved') order by approved_at, b.id`.execute(
    tx.db,
  )
  const border = tx.now().getTime() - EARLIER_DAYS * DAY_MS
  return {
    earlier: rows.filter(({ approvedAt }) => approvedAt.getTime() < border),
    lately: rows.filter(({ approvedAt }) => approvedAt.getTime() >= border),
  }
}

/** Uploads and approves each required document that the broker lacks. */
async function accredit(
  tx: Ctx,
  { sender, ...others }: { sender: Approved; types: ReadonlyMap<string, number>; reviewer: Ctx },
): Promise<void> {
  const { rows } = await sql<{ name: string; expires: boolean }>`
    select name, expires from document_types t
    where required and retired_at is null and not exists (select from documents d
      where d.document_type_id = t.id and d.broker_id = ${sender.brokerId} and d.status = 'approved')
    order by position`.execute(tx.db)
  const approvedDaysAgo = (tx.now().getTime() - sender.approvedAt.getTime()) / DAY_MS
  for (const [index, { name: type, expires }] of rows.entries()) {
    const daysAgo = approvedDaysAgo - FIRST_AFTER_DAYS - index * NEXT_AFTER_DAYS
    const fate = { status: 'approved', goodForDays: expires ? GOOD_FOR_DAYS : null } as const
    await play(tx, { sender, upload: { type, daysAgo, fate }, ...others })
  }
}

/** The demo's compliance officer. */
async function demoReviewer(tx: Ctx): Promise<Ctx> {
  const { id: userId, ...person } = await tx.db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('role', '=', 'compliance')
    .executeTakeFirstOrThrow()
  return tx.as({ kind: 'staff', userId, role: 'compliance', ...person, ip: null })
}

/** Sets mails to the times of their events and holds them; accreditation statuses are set back as well. */
async function setTimesBack(tx: Ctx): Promise<void> {
  await sql`update messages m set created_at = e.at, updated_at = e.at, next_attempt_at = null, due_at = null, status = 'held',
      reason = case when m.status = 'queued' then 'History of the demo world: kept here, never sent.' else m.reason end
    from document_events e
    where m.template = 'document_decided' and split_part(m.occasion, ':', 4) = e.id::text`.execute(tx.db)
  await sql`update broker_accreditations s set since = coalesce(
      (select min(a.decided_at) from applications a where a.broker_id = s.broker_id and a.status = 'approved'),
      (select min(d.uploaded_at) from documents d where d.broker_id = s.broker_id), s.since)
    where s.status <> 'accredited'`.execute(tx.db)
  await sql`update broker_accreditations s set since = (
      select max(first) from (select min(d.reviewed_at) as first from documents d
        where d.broker_id = s.broker_id and d.status = 'approved' group by d.document_type_id) types)
    where s.status = 'accredited'`.execute(tx.db)
  await sql`update activities a set created_at = s.since from broker_accreditations s
    where a.type = 'accreditation_complete' and a.broker_id = s.broker_id`.execute(tx.db)
  await sql`update messages m set created_at = s.since, updated_at = s.since, next_attempt_at = null, due_at = null, status = 'held',
      reason = case when m.status = 'queued' then 'History of the demo world: kept here, never sent.' else m.reason end
    from broker_accreditations s
    where m.template = 'accreditation_changed' and m.broker_id = s.broker_id`.execute(tx.db)
}
