import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EXPIRY_REQUIRED, GIVE_REASON } from '#contract/documents/document-reviews.ts'
import type { Ctx } from '#server/ctx.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { portalBroker } from '#test/worlds/portal-brokers.ts'
import { approval, type ReviewDesk, refusal, reviewDesk, types } from '#test/worlds/review-desk.ts'
import { addStaff } from '#test/worlds/sign-in.ts'
import { askForDocument } from './requests.ts'
import { claimNextDocument, decideDocument } from './review-document.ts'

const OWN_DOCUMENT = 'This is your own document: somebody else has to review it.'

let desk: ReviewDesk
/** Another process over the same database. */
let twin: TestApp
beforeAll(async () => {
  desk = await reviewDesk()
  twin = await createTestApp({ now: desk.now, databaseUrl: desk.app.databaseUrl })
})
afterAll(async () => {
  await twin?.close()
  await desk?.app.close()
})
beforeEach(() => desk.reset())

const mailsOf = (brokerId: number) =>
  desk.app.connection.db
    .selectFrom('messages')
    .select(['template', 'recipient', 'subject', 'body'])
    .where('brokerId', '=', brokerId)
    .orderBy('id')
    .execute()
const auditOf = async (type: string, id: number) =>
  desk.app.connection.db
    .selectFrom('auditLog')
    .select(['action', 'actor', 'before', 'after'])
    .where('subjectType', '=', type)
    .where('subjectId', '=', String(id))
    .orderBy('id')
    .execute()
const staffOf = (of: TestApp, name: string, userId: number): Ctx =>
  of.ctx({ kind: 'staff', userId, role: 'compliance', name, email: `${name}@staff.example`, ip: null })

describe('a document in review', () => {
  // Covers: document-review-expiry-2
  it('stands beside the broker’s record, with hint, suggested day, versions and history', async () => {
    const { app, admin, jo, uploaded, fresh, details, decide, later } = desk
    const broker = await portalBroker(app, { name: 'Mei Chen' })
    const first = await uploaded(broker)
    await decide(jo, first, refusal)
    later(1)
    await askForDocument(await app.staff('compliance'), broker.brokerId, {
      documentTypeId: types.indemnity,
      note: 'With the run-off cover, please.',
    })
    const asked = await details(first)
    expect(asked.askedNote).toBe('With the run-off cover, please.')
    later(1)
    const id = await uploaded(broker, types.indemnity, '../PI 2026.pdf')
    const one = await details(id)
    expect(one).toMatchObject({
      ...{ id, version: 2, current: true, status: 'pending', refusal: null, askedNote: null, expires: true },
      broker: { id: broker.brokerId, name: 'Mei Chen' },
      record: { name: 'Mei Chen', email: broker.email },
      reviewHint: expect.stringContaining('$2 million'),
      suggestedExpiry: '2027-11-24',
      accreditation: { required: 8, pending: 1 },
    })
    expect(one.versions.map(({ version, status, reason }) => [version, status, reason])).toEqual([
      [2, 'pending', null],
      [1, 'rejected', refusal.reason],
    ])
    expect(one.history.map(({ type, version, reason }) => [type, version, reason])).toEqual([
      ['uploaded', 2, null],
      ['asked', 1, 'With the run-off cover, please.'],
      ['rejected', 1, refusal.reason],
      ['uploaded', 1, null],
    ])
    expect((await details(first)).refusal).toBe('A newer version was uploaded. Review that one.')
    expect((await details(await fresh(types.diploma))).suggestedExpiry).toBeNull()
    expect((await admin.get('/api/documents/2000000000')).statusCode).toBe(404)
  })
})

describe('a document that somebody has claimed', () => {
  // Covers: document-review-expiry-3
  it('is left to who claimed it, who may unassign it, as may an admin', async () => {
    const { admin, jo, lee, fresh, details, decide, claim, joId } = desk
    const id = await fresh()
    expect((await claim(jo, id)).json()).toMatchObject({ claimedBy: { id: joId }, refusal: null })
    expect((await claim(jo, id)).statusCode).toBe(200)
    const refused = await claim(lee, id)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'This document is assigned to Test compliance.',
    ])
    expect((await details(id, lee)).refusal).toBe('This document is assigned to Test compliance.')
    expect((await decide(lee, id, approval)).statusCode).toBe(409)
    expect((await claim(lee, id, false)).statusCode).toBe(409)
    expect((await claim(admin, id, false)).json()).toMatchObject({ claimedBy: null })
    expect((await claim(lee, id)).statusCode).toBe(200)
    expect((await claim(lee, id, false)).statusCode).toBe(200)
    expect((await claim(lee, id, false)).statusCode).toBe(200)
    expect((await auditOf('document', id)).map(({ action }) => action)).toEqual([
      'document.uploaded',
      ...['document.claimed', 'document.given_back', 'document.claimed', 'document.given_back'],
    ])
  })

  // Covers: document-review-expiry-3
  it('bars nobody any more after two hours', async () => {
    const { jo, lee, fresh, details, decide, claim, later } = desk
    const id = await fresh()
    await claim(jo, id)
    later(2)
    expect(await details(id, lee)).toMatchObject({ claimedBy: null, claimedAt: null, refusal: null })
    expect((await decide(lee, id, approval)).statusCode).toBe(200)
  })

  // Covers: document-review-expiry-3, document-review-expiry-7
  it('is the one that waits longest: never the same for two, never one’s own', async () => {
    const { app, lee, uploaded, fresh, emptyQueue, joId } = desk
    await emptyQueue()
    const broker = await portalBroker(app)
    const own = await uploaded(broker)
    const waiting = [await fresh(), await fresh(), await fresh(), await fresh(), await fresh(), await fresh()]
    await app.connection.db
      .updateTable('users')
      .set({ brokerId: null })
      .where('id', '=', broker.userId)
      .execute()
    await app.connection.db
      .updateTable('users')
      .set({ brokerId: broker.brokerId })
      .where('id', '=', joId)
      .execute()
    const taken = await Promise.all(
      [app, twin, app, twin, app, twin].map((of) => claimNextDocument(staffOf(of, 'jo', joId))),
    )
    expect(taken.toSorted()).toEqual(waiting.toSorted())
    expect(await claimNextDocument(staffOf(app, 'jo', joId))).toBeNull()
    const last = await lee.send('POST', '/api/documents/claim-next')
    expect(last.json()).toMatchObject({ id: own, claimedBy: { name: 'Test compliance' } })
    expect((await lee.send('POST', '/api/documents/claim-next')).json()).toBeNull()
    await app.connection.db.updateTable('users').set({ brokerId: null }).where('id', '=', joId).execute()
  })
})

describe('the next in the queue', () => {
  it('is never what the reviewer uploaded as a broker, even if they are none any more', async () => {
    const { app, uploaded, emptyQueue } = desk
    await emptyQueue()
    const broker = await portalBroker(app)
    const own = await uploaded(broker)
    const staff = { role: 'compliance', brokerId: null }
    await app.connection.db.updateTable('users').set(staff).where('id', '=', broker.userId).execute()
    expect(await claimNextDocument(staffOf(app, 'ex-broker', broker.userId))).toBeNull()
    expect((await desk.lee.send('POST', '/api/documents/claim-next')).json()).toMatchObject({ id: own })
  })
})

describe('an approval', () => {
  // Covers: document-review-expiry-4
  it('has a last day where the type ends, and is told to broker, timeline and audit log', async () => {
    const { app, admin, jo, uploaded, details, decide, joId } = desk
    const broker = await portalBroker(app)
    const id = await uploaded(broker)
    for (const [expiresOn, message] of [
      [null, EXPIRY_REQUIRED],
      ['', EXPIRY_REQUIRED],
      ['2026-11-20', 'This day has passed: a document that has expired cannot be approved'],
      ['2042-01-01', 'At most 15 years ahead'],
      ['30.6.2027', 'Enter the day as YYYY-MM-DD'],
    ]) {
      const refused = await decide(jo, id, { action: 'approve', expiresOn })
      expect([refused.statusCode, refused.json().fields?.expiresOn]).toEqual([400, message])
    }
    expect((await details(id)).status).toBe('pending')
    expect((await decide(jo, id, approval)).json()).toMatchObject({
      ...{ status: 'approved', expiresOn: '2027-06-30', reason: null, claimedBy: null },
      reviewedBy: { id: joId },
      accreditation: { fulfilled: 1, approved: 1, pending: 0 },
    })
    expect((await mailsOf(broker.brokerId)).at(-1)).toMatchObject({
      template: 'document_decided',
      recipient: broker.email,
      subject: 'Approved: Professional indemnity certificate of currency',
      body: expect.stringContaining('valid until 30 June 2027'),
    })
    expect((await auditOf('document', id)).at(-1)).toMatchObject({
      ...{ action: 'document.approved', actor: 'jo@staff.example' },
      before: { status: 'pending', expiresOn: null },
      after: { status: 'approved', expiresOn: '2027-06-30', brokerId: broker.brokerId },
    })
    const timeline = await admin.get(`/api/brokers/${broker.brokerId}/timeline`)
    expect(timeline.body).toContain('Document approved: Professional indemnity certificate of currency')
  })

  // Covers: document-review-expiry-4
  it('needs no day where the type does not end', async () => {
    const { jo, fresh, decide } = desk
    const answer = await decide(jo, await fresh(types.diploma), { action: 'approve' })
    expect(answer.json()).toMatchObject({ status: 'approved', expiresOn: null })
  })
})

describe('a rejection', () => {
  // Covers: document-review-expiry-4
  it('has a reason, which the broker reads and the timeline does not tell', async () => {
    const { app, admin, jo, uploaded, decide } = desk
    const broker = await portalBroker(app)
    const id = await uploaded(broker)
    const refused = await decide(jo, id, { action: 'reject', reason: ' ' })
    expect([refused.statusCode, refused.json().fields.reason]).toEqual([400, GIVE_REASON])
    expect((await decide(jo, id, refusal)).json()).toMatchObject({
      status: 'rejected',
      reason: refusal.reason,
    })
    expect((await mailsOf(broker.brokerId)).at(-1)?.body).toContain(refusal.reason)
    const timeline = await admin.get(`/api/brokers/${broker.brokerId}/timeline`)
    expect(timeline.body).toContain('Document rejected')
    expect(timeline.body).not.toContain(refusal.reason)
  })
})

describe('a decision', () => {
  // Covers: document-review-expiry-5
  it('is made by one of two reviewers at once, and the other is told who decided what', async () => {
    const { app, fresh, details, joId } = desk
    const leeCtx = staffOf(twin, 'Lee Wu', await addStaff(app, 'lee.wu@staff.example', 'compliance'))
    for (const other of ['approve', 'reject'] as const) {
      const id = await fresh()
      const both = await Promise.allSettled([
        decideDocument(staffOf(app, 'jo', joId), id, { ...approval, action: 'approve', seen: 'pending' }),
        other === 'approve'
          ? decideDocument(leeCtx, id, { action: 'approve', expiresOn: '2027-01-01', seen: 'pending' })
          : decideDocument(leeCtx, id, { ...refusal, action: 'reject', seen: 'pending' }),
      ])
      const lost = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      expect(lost).toHaveLength(1)
      expect(lost[0]).toMatchObject({
        code: 'conflict',
        message: expect.stringMatching(/^Test compliance (approved|rejected) this document on /),
      })
      const decided = (await details(id)).history.filter(({ type }) => type !== 'uploaded')
      expect(decided).toHaveLength(1)
    }
  })

  // Covers: document-review-expiry-6
  it('may be taken back or corrected by who has seen it, and each is told', async () => {
    const { app, jo, lee, uploaded, details, decide } = desk
    const broker = await portalBroker(app)
    const id = await uploaded(broker)
    await decide(jo, id, approval)
    const blind = await decide(lee, id, refusal)
    expect([blind.statusCode, blind.json().message]).toEqual([
      409,
      expect.stringContaining('approved this document'),
    ])
    expect((await decide(jo, id, { ...approval, seen: 'approved' })).statusCode).toBe(409)
    const corrected = await decide(lee, id, { ...approval, seen: 'approved', expiresOn: '2027-07-31' })
    expect(corrected.json()).toMatchObject({ expiresOn: '2027-07-31' })
    const back = await decide(lee, id, { ...refusal, seen: 'approved' })
    expect(back.json()).toMatchObject({
      status: 'rejected',
      expiresOn: null,
      accreditation: { fulfilled: 0 },
    })
    const again = await decide(lee, id, { ...approval, seen: 'rejected' })
    expect(again.json()).toMatchObject({ status: 'approved', reason: null, accreditation: { fulfilled: 1 } })
    expect(
      (await mailsOf(broker.brokerId)).filter(({ template }) => template === 'document_decided'),
    ).toHaveLength(4)
    expect((await details(id)).history.map(({ type }) => type)).toEqual([
      ...['approved', 'rejected', 'approved', 'approved', 'uploaded'],
    ])
  })

  // Covers: document-review-expiry-5
  it('is not made of a version that a newer one has replaced', async () => {
    const { app, lee, uploaded, details, decide, joId } = desk
    const broker = await portalBroker(app)
    const former = await uploaded(broker)
    const [decided, newer] = await Promise.allSettled([
      decideDocument(staffOf(twin, 'jo', joId), former, { ...approval, action: 'approve', seen: 'pending' }),
      uploaded(broker),
    ])
    expect(newer.status).toBe('fulfilled')
    const late = await decide(lee, former, { ...refusal, seen: (await details(former)).status })
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      'A newer version was uploaded. Review that one.',
    ])
    if (decided.status === 'rejected') expect(decided.reason).toMatchObject({ code: 'conflict' })
  })

  // Covers: document-review-expiry-7
  it('is made by nobody about their own document', async () => {
    const { app, jo, uploaded, details, decide, claim, joId } = desk
    const broker = await portalBroker(app)
    const id = await uploaded(broker)
    const { db } = app.connection
    const check = async () => {
      for (const answer of [await decide(jo, id, approval), await claim(jo, id)]) {
        expect([answer.statusCode, answer.json().message]).toEqual([422, OWN_DOCUMENT])
      }
      expect((await details(id, jo)).refusal).toBe(OWN_DOCUMENT)
    }
    await db.updateTable('documents').set({ uploadedBy: joId }).where('id', '=', id).execute()
    await check()
    await db.updateTable('documents').set({ uploadedBy: null }).where('id', '=', id).execute()
    await db.updateTable('users').set({ brokerId: null }).where('id', '=', broker.userId).execute()
    await db.updateTable('users').set({ brokerId: broker.brokerId }).where('id', '=', joId).execute()
    await check()
    await db.updateTable('users').set({ brokerId: null }).where('id', '=', joId).execute()
    expect((await decide(jo, id, approval)).statusCode).toBe(200)
  })

  // Covers: document-review-expiry-5
  it('is made once, however often it is sent with one key', async () => {
    const { app, jo, uploaded } = desk
    const broker = await portalBroker(app)
    const id = await uploaded(broker)
    const headers = { 'idempotency-key': 'decided-once' }
    const send = () => jo.send('POST', `/api/documents/${id}/review`, approval, { headers })
    const [first, second] = [await send(), await send()]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(
      (await mailsOf(broker.brokerId)).filter(({ template }) => template === 'document_decided'),
    ).toHaveLength(1)
  })
})

describe('asking for a document', () => {
  const ask = (brokerId: number, body: object) =>
    desk.admin.send('POST', `/api/brokers/${brokerId}/documents/ask`, body)

  // Covers: document-review-expiry-8
  it('writes to the broker, shows in the portal, and ends with the next upload', async () => {
    const { app, uploaded, details, later } = desk
    const broker = await portalBroker(app)
    const asked = { documentTypeId: types.photoId, note: 'Both sides, please.' }
    expect((await ask(broker.brokerId, asked)).json()).toEqual({ ok: true })
    await ask(broker.brokerId, { ...asked, note: 'In colour, please.' })
    const open = () =>
      app.connection.db
        .selectFrom('documentRequests')
        .select('note')
        .where('brokerId', '=', broker.brokerId)
        .where('endedAt', 'is', null)
        .execute()
    expect(await open()).toEqual([{ note: 'In colour, please.' }])
    const mails = await mailsOf(broker.brokerId)
    expect(mails.map(({ template }) => template)).toEqual(['document_asked', 'document_asked'])
    expect(mails[0]).toMatchObject({
      recipient: broker.email,
      body: expect.stringContaining('Both sides, please.'),
    })
    expect((await auditOf('broker', broker.brokerId)).at(-1)).toMatchObject({ action: 'document.asked' })
    later(1)
    const id = await uploaded(broker, types.photoId)
    expect(await open()).toEqual([])
    expect((await details(id)).history.map(({ type, version }) => [type, version])).toEqual([
      ['uploaded', 1],
      ['asked', null],
      ['asked', null],
    ])
  })

  // Covers: document-review-expiry-8
  it('refuses an unknown broker, an unknown or retired type, and no words', async () => {
    const { app } = desk
    const { brokerId } = await portalBroker(app)
    const note = 'Please.'
    expect((await ask(2_000_000_000, { documentTypeId: 1, note })).statusCode).toBe(404)
    const unknown = await ask(brokerId, { documentTypeId: 2_000_000_000, note })
    expect([unknown.statusCode, unknown.json().fields.documentTypeId]).toEqual([400, expect.any(String)])
    const silent = await ask(brokerId, { documentTypeId: 1, note: ' ' })
    expect([silent.statusCode, silent.json().fields.note]).toEqual([
      400,
      'Enter what you need; the broker will see it',
    ])
    const { db } = app.connection
    await db.updateTable('documentTypes').set({ retiredAt: desk.now() }).where('id', '=', types.cv).execute()
    expect((await ask(brokerId, { documentTypeId: types.cv, note })).statusCode).toBe(400)
    await db.updateTable('documentTypes').set({ retiredAt: null }).where('id', '=', types.cv).execute()
  })

  // Covers: document-review-expiry-8
  it('goes to the address of the record where there is no account, and nowhere without one', async () => {
    const { app } = desk
    const { db } = app.connection
    const add = async (email: string | null) =>
      (
        await db
          .insertInto('brokers')
          .values({ name: 'Wei Li', email })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    const [withAddress, without] = [await add('wei.li@example.com'), await add(null)]
    for (const id of [withAddress, without]) {
      expect((await ask(id, { documentTypeId: 1, note: 'Please.' })).statusCode).toBe(200)
    }
    expect(await mailsOf(withAddress)).toMatchObject([{ recipient: 'wei.li@example.com' }])
    expect(await mailsOf(without)).toEqual([])
  })
})
