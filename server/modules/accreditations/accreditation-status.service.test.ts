import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ctx } from '#server/ctx.ts'
import { eraseBroker } from '#server/modules/brokers/erase-broker.ts'
import { mergeBrokers } from '#server/modules/brokers/merge-brokers.ts'
import { createType, updateType } from '#server/modules/documents/document-types.ts'
import { viewConcerned, viewTypeSetup } from '#server/modules/documents/document-types.views.ts'
import { processExpiry } from '#server/modules/documents/expiry.ts'
import { decideDocument } from '#server/modules/documents/reviews/review-document.ts'
import { viewAccreditation } from '#server/modules/documents/views.ts'
import { jobs as vaultJobs } from '#server/modules/vault/jobs.ts'
import { openFile } from '#server/modules/vault/vault-files.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { staffClient } from '#test/worlds/client.ts'
import { type PortalBroker, portalBroker, uploadAs } from '#test/worlds/portal-brokers.ts'
import { recount, updateAccreditationStatus } from './accreditation-status.ts'
import { jobs } from './jobs.ts'

const REQUIRED = [1, 2, 3, 4, 5, 6, 7, 8]
/** Has no end. */
const DIPLOMA = 7
const CPD = 8
const LAST_DAY = '2027-01-31'

let app: TestApp
let now = new Date('2026-11-24T10:00:00+11:00')
let reviewer: Ctx

beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  reviewer = await app.staff('compliance')
})
afterAll(() => app?.close())

async function approve(id: number, typeId: number): Promise<void> {
  const expiresOn = typeId === DIPLOMA ? null : LAST_DAY
  await decideDocument(reviewer, id, { action: 'approve', seen: 'pending', expiresOn })
}

/** Uploads documents of these types, each approved. */
async function complete(broker: PortalBroker, types: readonly number[]): Promise<void> {
  for (const type of types) await approve(await uploadAs(broker, type), type)
}

const standing = async ({ brokerId }: Pick<PortalBroker, 'brokerId'>) =>
  (await viewAccreditation(app.ctx(), brokerId)).status
const mails = ({ brokerId }: PortalBroker) =>
  app.connection.db
    .selectFrom('messages')
    .select(['subject', 'recipient', 'body'])
    .where('brokerId', '=', brokerId)
    .where('template', '=', 'accreditation_changed')
    .orderBy('id')
    .execute()
const told = async ({ brokerId }: PortalBroker) =>
  (
    await app.connection.db
      .selectFrom('activities')
      .select('type')
      .where('brokerId', '=', brokerId)
      .where('type', 'in', ['accreditation_complete', 'accreditation_lapsed'])
      .orderBy('id')
      .execute()
  ).map(({ type }) => type)
const audited = ({ brokerId }: PortalBroker) =>
  app.connection.db
    .selectFrom('auditLog')
    .select(['actor', 'actorId', 'before', 'after'])
    .where('action', '=', 'accreditation.changed')
    .where('subjectId', '=', String(brokerId))
    .orderBy('id')
    .execute()

/** Does what waits of this kind, as a worker would. @returns how many jobs there were */
async function work(name: string): Promise<number> {
  const handler = [...jobs, ...vaultJobs].find((job) => job.name === name)
  const { rows } = await sql<{ payload: unknown }>`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = ${name} returning j.payload`.execute(app.connection.db)
  for (const { payload } of rows) await handler?.run(app.ctx(), payload)
  return handler ? rows.length : 0
}

/** An application of this broker that was just approved. */
async function approvedApplication({ brokerId, email }: PortalBroker): Promise<void> {
  await app.ctx().tx(async (tx) => {
    await tx.db
      .insertInto('applications')
      .values({ status: 'approved', email, brokerId, submittedAt: now, decidedAt: now })
      .execute()
    await updateAccreditationStatus(tx, brokerId)
  })
}

describe('a broker', () => {
  // Covers: documents-accreditation-15
  it('is accredited with the approval of the last required document, told once by mail, timeline and audit', async () => {
    const broker = await portalBroker(app)
    await complete(broker, REQUIRED.slice(0, 7))
    expect([await standing(broker), await mails(broker)]).toEqual(['in_progress', []])
    await complete(broker, [CPD])
    expect(await viewAccreditation(app.ctx(), broker.brokerId)).toMatchObject({
      status: 'accredited',
      since: now.toISOString(),
      percent: 100,
      remaining: 0,
    })
    // a renewal, approved too, changes nothing
    await complete(broker, [CPD])
    const sent = await mails(broker)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ subject: 'You are accredited with Brokerline', recipient: broker.email })
    expect(await told(broker)).toEqual(['accreditation_complete'])
    expect(await audited(broker)).toMatchObject([
      {
        actor: 'accreditations',
        actorId: null,
        before: { status: 'in_progress' },
        after: { status: 'accredited', required: 8, fulfilled: 8 },
      },
    ])
  })

  // Covers: documents-accreditation-15
  it('is conditional from the approval of their application until the documents are there', async () => {
    const broker = await portalBroker(app)
    await approvedApplication(broker)
    expect(await standing(broker)).toBe('conditional')
    await complete(broker, REQUIRED)
    expect(await standing(broker)).toBe('accredited')
    expect((await audited(broker)).map(({ after }) => after)).toMatchObject([
      { status: 'conditional' },
      { status: 'accredited' },
    ])
  })

  it('is accredited at once where the documents were there before the application was approved', async () => {
    const broker = await portalBroker(app)
    await complete(broker, REQUIRED)
    await approvedApplication(broker)
    expect([await standing(broker), await told(broker)]).toEqual(['accredited', ['accreditation_complete']])
  })

  // Covers: documents-accreditation-15
  it('is accredited when the last documents are approved by two reviewers at once', async () => {
    const other = await app.staff('admin')
    for (let round = 0; round < 4; round += 1) {
      const broker = await portalBroker(app)
      await complete(broker, REQUIRED.slice(0, 6))
      const [diploma, cpd] = [await uploadAs(broker, DIPLOMA), await uploadAs(broker, CPD)]
      await Promise.all([
        decideDocument(reviewer, diploma, { action: 'approve', seen: 'pending', expiresOn: null }),
        decideDocument(other, cpd, { action: 'approve', seen: 'pending', expiresOn: LAST_DAY }),
      ])
      expect([await standing(broker), await told(broker)]).toEqual(['accredited', ['accreditation_complete']])
    }
  })

  // Covers: documents-accreditation-15
  it('lapses when an approval is taken back, and is accredited again with the next', async () => {
    const broker = await portalBroker(app)
    await complete(broker, REQUIRED.slice(0, 7))
    const cpd = await uploadAs(broker, CPD)
    await approve(cpd, CPD)
    await decideDocument(reviewer, cpd, { action: 'reject', seen: 'approved', reason: 'Another person’s.' })
    expect(await standing(broker)).toBe('lapsed')
    now = new Date(now.getTime() + 60_000)
    await complete(broker, [CPD])
    expect(await standing(broker)).toBe('accredited')
    expect(await told(broker)).toEqual([
      'accreditation_complete',
      'accreditation_lapsed',
      'accreditation_complete',
    ])
    const sent = await mails(broker)
    expect(sent.map(({ subject }) => subject)).toEqual([
      'You are accredited with Brokerline',
      'Your accreditation with Brokerline has lapsed',
      'You are accredited with Brokerline',
    ])
    expect(sent[1]?.body).toContain('CPD statement')
    expect(sent[1]?.body).not.toContain('Photo ID')
  })

  // Covers: documents-accreditation-15, decision-accreditation
  it('lapses on the day after the last day of a document, once, and not while the renewal is approved', async () => {
    const before = now
    const [late, early] = [await portalBroker(app), await portalBroker(app)]
    await complete(late, REQUIRED)
    await complete(early, REQUIRED)
    for (const type of REQUIRED.filter((one) => one !== DIPLOMA)) {
      const id = await uploadAs(early, type)
      await decideDocument(reviewer, id, { action: 'approve', seen: 'pending', expiresOn: '2028-01-31' })
    }
    try {
      now = new Date('2027-01-31T23:50:00+11:00')
      await recount(app.ctx(), 0)
      expect([await standing(late), await standing(early)]).toEqual(['accredited', 'accredited'])
      now = new Date('2027-02-01T00:05:00+11:00')
      await recount(app.ctx(), 0)
      await recount(app.ctx(), 0)
      expect([await standing(late), await standing(early)]).toEqual(['lapsed', 'accredited'])
      expect(await told(late)).toEqual(['accreditation_complete', 'accreditation_lapsed'])
      expect(await mails(late)).toHaveLength(2)
    } finally {
      now = before
    }
  })

  it('of whom nothing is known yet is in progress, and leaves no row', async () => {
    const broker = await portalBroker(app)
    expect(await viewAccreditation(app.ctx(), broker.brokerId)).toMatchObject({
      status: 'in_progress',
      since: null,
    })
  })
})

describe('a change of what is needed', () => {
  // Covers: documents-accreditation-16
  it('counts for everybody, through a job', async () => {
    const admin = await app.staff()
    const broker = await portalBroker(app)
    await complete(broker, REQUIRED)
    const id = await createType(admin, {
      name: 'Run-off cover',
      description: '',
      category: 'licensing',
      required: true,
      requiredFrom: null,
      maxFileSize: 1_048_576,
      expires: false,
      validityMonths: null,
      reviewHint: '',
    })
    expect([await work('accreditations.recount'), await standing(broker)]).toEqual([1, 'lapsed'])
    expect((await mails(broker)).at(-1)?.body).toContain('Run-off cover')
    for (const [change, after] of [
      [{ required: false }, 'accredited'],
      [{ required: true, requiredFrom: null }, 'lapsed'],
      [{ retired: true }, 'accredited'],
    ] as const) {
      await updateType(admin, id, change)
      expect([await work('accreditations.recount'), await standing(broker)]).toEqual([1, after])
    }
    // a type that is not required affects no broker's standing
    await updateType(admin, id, { name: 'Run-off cover, old' })
    expect(await work('accreditations.recount')).toBe(0)
  })
})

describe('a document that accredited brokers lack', () => {
  const runOff = {
    ...({ name: 'Run-off cover 2', description: '', category: 'licensing', required: true } as const),
    ...{ maxFileSize: 1_048_576, expires: false, validityMonths: null, reviewHint: '' },
  }
  const askedFor = ({ brokerId }: PortalBroker) =>
    app.connection.db
      .selectFrom('messages')
      .select('subject')
      .where('brokerId', '=', brokerId)
      .where('template', '=', 'document_required')
      .orderBy('id')
      .execute()
  const at = async (day: string, hour = 9): Promise<void> => {
    now = new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+11:00`)
    await processExpiry(app.ctx())
  }

  it('counts in thirty days unless somebody says otherwise; until then they are told, each time once', async () => {
    const admin = await app.staff()
    const [lacks, has] = [await portalBroker(app), await portalBroker(app)]
    for (const broker of [lacks, has]) await complete(broker, REQUIRED)
    const { brokers: concerned } = await viewConcerned(app.ctx(), null)
    expect(concerned).toBeGreaterThanOrEqual(2)
    const id = await createType(admin, runOff)
    try {
      expect(await viewTypeSetup(app.ctx(), id)).toMatchObject({ required: true, requiredFrom: '2026-12-24' })
      expect(await work('accreditations.recount')).toBe(0)
      await approve(await uploadAs(has, id), DIPLOMA)
      expect(await viewConcerned(app.ctx(), id)).toEqual({ brokers: concerned - 1 })
      expect(await viewAccreditation(app.ctx(), lacks.brokerId)).toMatchObject({
        ...{ status: 'accredited', required: REQUIRED.length, percent: 100 },
      })
      await at('2026-11-25')
      await at('2026-11-26')
      await at('2026-12-11')
      await at('2026-12-22')
      await at('2026-12-23')
      const subject = 'Required from 24 December 2026: Run-off cover 2'
      expect(await askedFor(lacks)).toEqual([{ subject }, { subject }, { subject }])
      expect(await askedFor(has)).toEqual([])
      await recount(app.ctx(), 0)
      expect(await standing(lacks)).toBe('accredited')
      now = new Date('2026-12-24T00:05:00+11:00')
      await recount(app.ctx(), 0)
      expect([await standing(lacks), await standing(has)]).toEqual(['lapsed', 'accredited'])
    } finally {
      now = new Date('2026-11-24T10:00:00+11:00')
      await updateType(admin, id, { retired: true })
    }
  })

  it('cannot be required from a day that has passed', async () => {
    const admin = await app.staff()
    const past = { ...runOff, requiredFrom: '2026-11-23' }
    await expect(createType(admin, past)).rejects.toMatchObject({
      fields: { requiredFrom: 'Choose today or a later day' },
    })
  })
})

describe('staff', () => {
  // Covers: documents-accreditation-17
  it('see how far a broker is, type by type; which document it is only who may open it', async () => {
    const broker = await portalBroker(app)
    const pi = await uploadAs(broker, 2)
    await approve(pi, 2)
    const renewal = await uploadAs(broker, 2)
    const url = `/api/brokers/${broker.brokerId}/accreditation`
    const of = async (role: 'admin' | 'compliance' | 'lender' | 'viewer') =>
      (await (await staffClient(app, role)).get(url)).json()
    const seen = await of('compliance')
    expect(seen).toMatchObject({ status: 'in_progress', percent: 13, fulfilled: 1, pending: 1 })
    expect(seen.types).toHaveLength(11)
    expect(seen.types[1]).toMatchObject({
      documentType: { id: 2, required: true },
      status: 'pending',
      fulfilled: true,
      expiresOn: LAST_DAY,
      documentId: renewal,
    })
    expect(seen.types[0]).toMatchObject({ status: null, fulfilled: false, expiresOn: null, documentId: null })
    expect((await of('admin')).types[1].documentId).toBe(renewal)
    for (const role of ['lender', 'viewer'] as const) {
      const shown = await of(role)
      expect(shown.types[1]).toMatchObject({ status: 'pending', fulfilled: true, documentId: null })
      expect(JSON.stringify(shown)).not.toContain('certificate.pdf')
    }
    const nobody = await (await staffClient(app, 'admin')).get('/api/brokers/2000000000/accreditation')
    expect(nobody.statusCode).toBe(404)
  })
})

describe('a broker who is deleted', () => {
  // Covers: documents-accreditation-18
  it('takes documents, files and history along; the audit log stays', async () => {
    const broker = await portalBroker(app)
    await complete(broker, [1, 2])
    await uploadAs(broker, 2)
    const { db } = app.connection
    const files = await db
      .selectFrom('documents')
      .innerJoin('vaultFiles', 'vaultFiles.id', 'fileId')
      .select(['vaultFiles.id', 'storageName'])
      .where('brokerId', '=', broker.brokerId)
      .execute()
    expect(files).toHaveLength(3)
    await eraseBroker(await app.staff(), broker.brokerId)
    const ids = files.map(({ id }) => id)
    for (const id of ids) await expect(openFile(app.ctx(), id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await work('documents.destroy-files')).toBe(1)
    expect(await db.selectFrom('vaultFiles').select('id').where('id', 'in', ids).execute()).toEqual([])
    for (const { storageName } of files) await expect(app.providers.files.get(storageName)).rejects.toThrow()
    const rows = await sql<{ documents: number; standings: number; events: number }>`select
        (select count(*) from documents where broker_id = ${broker.brokerId}) as documents,
        (select count(*) from broker_accreditations where broker_id = ${broker.brokerId}) as standings,
        (select count(*) from document_events where actor = ${broker.name}) as events`.execute(db)
    expect(rows.rows).toEqual([{ documents: 0, standings: 0, events: 0 }])
    const audit = await db
      .selectFrom('auditLog')
      .select(['action', 'before'])
      .where('action', 'in', ['document.uploaded', 'documents.destroyed'])
      .where((eb) =>
        eb.or([
          eb(sql`after ->> 'brokerId'`, '=', String(broker.brokerId)),
          eb(sql`before ->> 'brokerId'`, '=', String(broker.brokerId)),
        ]),
      )
      .orderBy('id')
      .execute()
    expect(audit.map(({ action }) => action)).toEqual([
      ...Array(3).fill('document.uploaded'),
      'documents.destroyed',
    ])
    expect(audit.at(-1)?.before).toEqual({ brokerId: broker.brokerId, documents: 3 })
  })
})

describe('two records of one broker', () => {
  const at = (time: string) => {
    now = new Date(time)
  }

  // Covers: documents-accreditation-19
  it('become one with the documents of both: numbered by their time, the newest of each type current', async () => {
    const before = now
    const [kept, gone] = [await portalBroker(app), await portalBroker(app)]
    at('2026-11-01T10:00:00+11:00')
    const first = await uploadAs(gone, CPD)
    await decideDocument(reviewer, first, { action: 'reject', seen: 'pending', reason: 'Not readable.' })
    at('2026-11-02T10:00:00+11:00')
    const second = await uploadAs(kept, CPD)
    at('2026-11-03T10:00:00+11:00')
    const third = await uploadAs(gone, CPD)
    const only = await uploadAs(gone, DIPLOMA)
    at('2026-11-04T10:00:00+11:00')
    const untouched = await uploadAs(kept, 2)
    now = before
    await mergeBrokers(await app.staff(), kept.brokerId, { brokerId: gone.brokerId, take: [] })
    const rows = await app.connection.db
      .selectFrom('documents')
      .select(['id', 'version', 'current', 'status'])
      .where('brokerId', '=', kept.brokerId)
      .orderBy('documentTypeId')
      .orderBy('version')
      .execute()
    expect(rows).toEqual([
      { id: untouched, version: 1, current: true, status: 'pending' },
      { id: only, version: 1, current: true, status: 'pending' },
      { id: first, version: 1, current: false, status: 'rejected' },
      { id: second, version: 2, current: false, status: 'pending' },
      { id: third, version: 3, current: true, status: 'pending' },
    ])
    // the next upload follows them
    expect((await viewAccreditation(app.ctx(), kept.brokerId)).pending).toBe(3)
    await uploadAs(kept, CPD)
  })

  // Covers: documents-accreditation-19
  it('keep how far the one that goes had come, and together may be complete', async () => {
    const [kept, gone] = [await portalBroker(app), await portalBroker(app)]
    await complete(gone, REQUIRED)
    await mergeBrokers(await app.staff(), kept.brokerId, { brokerId: gone.brokerId, take: [] })
    expect(await standing(kept)).toBe('accredited')
    // they were accredited before: no second message is sent
    expect(await mails(kept)).toHaveLength(1)

    const [half, otherHalf] = [await portalBroker(app), await portalBroker(app)]
    await complete(half, REQUIRED.slice(0, 4))
    await complete(otherHalf, REQUIRED.slice(4))
    await mergeBrokers(await app.staff(), half.brokerId, { brokerId: otherHalf.brokerId, take: [] })
    expect([await standing(half), await told(half)]).toEqual(['accredited', ['accreditation_complete']])
  })
})
