import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type PortalBroker, portalBroker, uploadAs } from '#test/worlds/portal-brokers.ts'
import { processExpiry } from './expiry.ts'
import { decideDocument } from './reviews/review-document.ts'

/** So many types are needed in these worlds, that one that ends takes the accreditation with it. */
const INDEMNITY = 2
const PHOTO_ID = 5

/** A world of its own, whose expiry job runs day by day. */
async function world() {
  let now = new Date('2026-11-24T10:00:00+11:00')
  const app = await createTestApp({ now: () => now })
  const twin = await createTestApp({ now: () => now, databaseUrl: app.databaseUrl })
  const { db } = app.connection
  const reviewer = await app.staff('compliance')
  await app.staff('admin')
  const approve = (id: number, expiresOn: string) =>
    decideDocument(reviewer, id, { action: 'approve', seen: 'pending', expiresOn })
  return {
    app,
    db,
    at(instant: string) {
      now = new Date(instant)
    },
    /** The morning of a day in Sydney. */
    async morning(day: string, of: TestApp[] = [app]) {
      now = new Date(
        Temporal.PlainDateTime.from(`${day}T08:05`).toZonedDateTime('Australia/Sydney').epochMilliseconds,
      )
      await Promise.all(of.map((one) => processExpiry(one.ctx())))
    },
    twin,
    approve,
    async approved(broker: PortalBroker, expiresOn: string, type = INDEMNITY) {
      const id = await uploadAs(broker, type)
      await approve(id, expiresOn)
      return id
    },
    async mails(template: string) {
      const rows = await db
        .selectFrom('messages')
        .select(['recipient', 'subject', 'body'])
        .where('template', '=', template)
        .orderBy('id')
        .execute()
      return rows
    },
    async events(id: number) {
      const rows = await db
        .selectFrom('documentEvents')
        .select(['type', 'daysAhead', 'actor'])
        .where('documentId', '=', id)
        .where('type', 'in', ['reminded', 'expired'])
        .orderBy('id')
        .execute()
      return rows.map(({ type, daysAhead }) => daysAhead ?? type)
    },
    async close() {
      await twin.close()
      await app.close()
    },
  }
}

type World = Awaited<ReturnType<typeof world>>

let lender: World
beforeAll(async () => {
  lender = await world()
  // no other type is required in this test
  await lender.db.updateTable('documentTypes').set({ required: false }).where('id', '!=', INDEMNITY).execute()
})
afterAll(() => lender?.close())

describe('a document that ends', () => {
  // Covers: document-review-expiry-9
  it('is reminded of 60, 30 and 7 days ahead, then has ended, each told once', async () => {
    const { approved, morning, mails, events, db } = lender
    const broker = await portalBroker(lender.app)
    const id = await approved(broker, '2027-02-28')
    const standing = async () =>
      (
        await db
          .selectFrom('brokerAccreditations')
          .select('status')
          .where('brokerId', '=', broker.brokerId)
          .executeTakeFirst()
      )?.status
    expect(await standing()).toBe('accredited')
    await morning('2026-12-29')
    expect(await mails('document_expiring')).toEqual([])
    // the 30th is missed; two processes look after the 31st
    await morning('2026-12-31', [lender.app, lender.twin])
    expect(await mails('document_expiring')).toMatchObject([
      {
        recipient: broker.email,
        subject: 'Expires in 59 days: Professional indemnity certificate of currency',
        body: expect.stringContaining('valid until 28 February 2027'),
      },
    ])
    for (const day of ['2027-01-28', '2027-01-29', '2027-02-21', '2027-02-22', '2027-02-28'])
      await morning(day)
    expect((await mails('document_expiring')).map(({ subject }) => subject?.split(':')[0])).toEqual([
      ...['Expires in 59 days', 'Expires in 30 days', 'Expires in 7 days'],
    ])
    expect([await standing(), await mails('document_expired')]).toEqual(['accredited', []])
    await morning('2027-03-01', [lender.app, lender.twin])
    await morning('2027-03-02')
    expect(await events(id)).toEqual([60, 30, 7, 'expired'])
    expect(await mails('document_expired')).toMatchObject([
      { recipient: broker.email, body: expect.stringContaining('Please upload the current one.') },
    ])
    expect(await standing()).toBe('lapsed')
    expect(await mails('accreditation_changed')).toHaveLength(2)
    const audit = await db
      .selectFrom('auditLog')
      .select('actor')
      .where('action', '=', 'document.expired')
      .where('subjectId', '=', String(id))
      .execute()
    expect(audit).toHaveLength(1)
    const timeline = await db
      .selectFrom('activities')
      .select('description')
      .where('brokerId', '=', broker.brokerId)
      .where('type', '=', 'document_expired')
      .execute()
    expect(timeline).toEqual([
      { description: 'Document expired: Professional indemnity certificate of currency' },
    ])
  })

  // Covers: document-review-expiry-10
  it('is left alone while a newer one waits, and for good once that is approved', async () => {
    const { approved, approve, morning, events, mails, at } = lender
    at('2028-01-10T10:00:00+11:00')
    const [renewed, waiting] = [await portalBroker(lender.app), await portalBroker(lender.app)]
    const [old, ending] = [await approved(renewed, '2028-02-01'), await approved(waiting, '2028-02-01')]
    const newer = await uploadAs(renewed, INDEMNITY)
    await uploadAs(waiting, INDEMNITY)
    await morning('2028-01-11')
    expect([await events(old), await events(ending)]).toEqual([[], []])
    await approve(newer, '2029-02-01')
    await morning('2028-02-02')
    expect([await events(old), await events(ending)]).toEqual([[], ['expired']])
    expect((await mails('document_expired')).at(-1)).toMatchObject({
      recipient: waiting.email,
      body: expect.stringContaining('The new one you uploaded is being reviewed'),
    })
    // the one before it does not count as newer
    await morning('2029-01-04')
    expect(await events(newer)).toEqual([30])
  })

  // Covers: document-review-expiry-9
  it('is reminded of again once its last day was corrected', async () => {
    const { approved, morning, events, app, at } = lender
    at('2028-06-01T10:00:00+10:00')
    const broker = await portalBroker(app)
    const id = await approved(broker, '2028-06-20', PHOTO_ID)
    await morning('2028-06-02')
    await decideDocument(await app.staff('compliance'), id, {
      action: 'approve',
      seen: 'approved',
      expiresOn: '2028-12-20',
    })
    await morning('2028-06-21')
    expect(await events(id)).toEqual([30])
    await morning('2028-11-20')
    expect(await events(id)).toEqual([30, 30])
  })
})

describe('reviewers', () => {
  // Covers: document-review-expiry-9
  it('get one mail a day about what brokers were reminded of, and none without news', async () => {
    const other = await world()
    try {
      const { approved, morning, mails, db, app } = other
      await app.staff('viewer')
      await db
        .insertInto('users')
        .values({ email: 'left@staff.example', name: 'Left', role: 'admin', disabledAt: new Date() })
        .execute()
      const broker = await portalBroker(app, { name: 'Mei Chen' })
      await approved(broker, '2027-01-20', PHOTO_ID)
      await approved(broker, '2027-01-10')
      await morning('2026-11-23')
      await morning('2026-12-01')
      const sent = await mails('documents_expiring_staff')
      expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual([
        'admin@staff.example',
        'compliance@staff.example',
      ])
      expect(sent[0]).toMatchObject({
        subject: '2 documents expire soon',
        body: expect.stringMatching(
          /Mei Chen: Professional indemnity[^\n]*, until 10 January 2027\n- Mei Chen: Photo ID, until 20 January 2027/,
        ),
      })
      expect(sent[0]?.body).toContain('http://localhost:3000/brokers/documents?tab=expiring')
      await morning('2026-12-01')
      await morning('2026-12-02')
      expect(await mails('documents_expiring_staff')).toHaveLength(2)
    } finally {
      await other.close()
    }
  })

  // Covers: document-review-expiry-9
  it('get it also where the process was ended half way through the morning', async () => {
    const other = await world()
    try {
      const { approved, mails, events, app, at, db } = other
      const [first, second] = [await portalBroker(app), await portalBroker(app)]
      const ids = [await approved(first, '2026-12-20'), await approved(second, '2026-12-21')]
      at('2026-11-25T07:05:00+11:00')
      const broken = { ...app.ctx(), tx: breaksAt(2, app) }
      await expect(processExpiry(broken)).rejects.toThrow('power cut')
      expect([await events(ids[0] ?? 0), await events(ids[1] ?? 0)]).toEqual([[30], []])
      at('2026-11-25T08:05:00+11:00')
      await processExpiry(app.ctx())
      expect([await events(ids[0] ?? 0), await events(ids[1] ?? 0)]).toEqual([[30], [30]])
      expect(await mails('document_expiring')).toHaveLength(2)
      expect((await mails('documents_expiring_staff'))[0]?.subject).toBe('2 documents expire soon')
      const days = await db.selectFrom('documentExpiryDays').selectAll().execute()
      expect(days).toMatchObject([{ day: '2026-11-25', finishedAt: expect.any(Date) }])
    } finally {
      await other.close()
    }
  })
})

/** Transactions as they are, until the process "ends" in the one of this number. */
function breaksAt(number: number, app: TestApp): ReturnType<TestApp['ctx']>['tx'] {
  const ctx = app.ctx()
  let begun = 0
  return (work) => {
    begun += 1
    return begun < number
      ? ctx.tx(work)
      : ctx.tx(async (tx) => {
          await work(tx)
          throw new Error('power cut')
        })
  }
}
