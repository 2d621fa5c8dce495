import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as portal from '#contract/accounts/broker-accounts.ts'
import { listOwnBookings, listOwnMessages } from '#contract/accreditations/portal.ts'
import { addDays } from '#contract/calendar.ts'
import { listOwnComplaints } from '#contract/contests/complaints.ts'
import { listOwnContests, withdrawContest } from '#contract/contests/contests.ts'
import * as pictures from '#contract/documents/document-pictures.ts'
import * as reviews from '#contract/documents/document-reviews.ts'
import * as documents from '#contract/documents/documents.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { roleMay, staffRoles } from '#contract/policy.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import { endpoints } from '#server/endpoints.ts'
import { queueMail } from '#server/modules/messages/queue-message.ts'
import { signToken } from '#server/platform/crypto/token.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { addBdm, days, someone } from '../worlds/bookings-world.ts'
import { type BrokerClient, brokerClient, portalToken } from '../worlds/broker-client.ts'
import { staffClient, visitor } from '../worlds/client.ts'
import { uploadAs } from '../worlds/portal-brokers.ts'
import { ask, nameOf } from './every-endpoint.ts'

/** A mark in all of the owner's data. */
const MARK = 'Ownmark'

let app: TestApp
let owner: BrokerClient
let other: BrokerClient
let nothing: BrokerClient
let ownDocument: number
let otherDocument: number
let ownSession: number
let ownContest: number
let ownPasskey: number

beforeAll(async () => {
  app = await createTestApp()
  owner = await brokerClient(app, { name: `${MARK} Petra`, email: `${MARK}.petra@example.com`.toLowerCase() })
  other = await brokerClient(app)
  nothing = await brokerClient(app)
  ownDocument = await upload(owner, `${MARK}.pdf`)
  otherDocument = await upload(other, 'other.pdf')
  await portalToken(app, owner.email)
  const sessions = (await owner.get('/api/broker/sessions')).json<{ id: number; current: boolean }[]>()
  ownSession = sessions.find(({ current }) => !current)?.id ?? 0
  await addBdm(app)
  const meeting = { scheduledDate: await firstFree(), agenda: MARK, brokerId: owner.brokerId }
  expect((await visitor(app).send('POST', '/api/bookings', someone(meeting))).statusCode).toBe(201)
  const contest = { kind: 'file_check', reference: 'general', reason: MARK }
  ownContest = (await owner.send('POST', '/api/broker/contests', contest)).json<{ id: number }>().id
  await owner.send('POST', '/api/broker/complaints', { words: MARK })
  const passkey = await app.connection.db
    .insertInto('passkeys')
    .values({
      ...{ userId: owner.userId, name: MARK, publicKey: 'key', credentialId: MARK },
      ...{ counter: 0, deviceType: 'singleDevice', backedUp: false },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  ownPasskey = passkey.id
  await queueMail(app.ctx(), {
    ...{ to: owner.email, brokerId: owner.brokerId, occasion: 'mark', simulated: false },
    ...{ template: 'document_decided', mail: { subject: MARK, text: MARK, html: MARK } },
  })
  // only sent messages are listed
  await app.connection.db
    .updateTable('messages')
    .set({ status: 'sent', sentAt: new Date() })
    .where('occasion', '=', 'mark')
    .execute()
})
afterAll(() => app?.close())

/** A time that can be booked, whenever this runs. */
async function firstFree(): Promise<string> {
  const today = sydneyDate(app.ctx().now())
  const slots = (await days(app, today, addDays(today, 30))).flatMap((day) => day.slots)
  return slots.find(({ available }) => available)?.start ?? ''
}

function upload({ brokerId, userId, email }: BrokerClient, filename: string): Promise<number> {
  const actor = { kind: 'broker', brokerId, userId, email, name: MARK, sessionId: 1, ip: null } as const
  return uploadAs({ ctx: app.ctx(actor) }, 1, { filename })
}

/** The owner's id for the path of each endpoint. */
const owned = new Map<Endpoint, () => number>([
  [documents.downloadOwnDocument, () => ownDocument],
  [documents.listOwnVersions, () => ownDocument],
  [pictures.previewOwnDocument, () => ownDocument],
  [portal.ownAccount.endSession, () => ownSession],
  [portal.ownPasskeys.removePasskey, () => ownPasskey],
  [withdrawContest, () => ownContest],
])
/** Endpoints that return the mark; the others return sessions and progress. */
const telling: readonly Endpoint[] = [
  portal.readProfile,
  documents.listOwnDocuments,
  listOwnBookings,
  listOwnMessages,
  listOwnContests,
  listOwnComplaints,
  portal.ownPasskeys.listPasskeys,
]
/** Endpoints of a broker's documents for staff, by role. */
const opened: readonly Endpoint[] = [
  reviews.getReviewDocument,
  reviews.downloadDocument,
  pictures.previewDocument,
]

const marked = new RegExp(MARK, 'i')
const named = (list: readonly Endpoint[]) => list.map((endpoint) => ({ endpoint, name: nameOf(endpoint) }))
const ofBrokers = endpoints.filter(({ access }) => access === 'broker')
/** Months are excluded: all brokers share them, and `scoring.service` tests their data. */
const naming = ofBrokers.filter(({ path }) => path.replace(':month', '').includes(':'))
const lists = ofBrokers.filter(({ method, path }) => method === 'GET' && !path.includes(':'))

describe('what belongs to one broker', () => {
  // Covers: roles-audit-2
  it('is known of every endpoint that names something', () => {
    expect(new Set(naming)).toEqual(new Set(owned.keys()))
    expect(lists).toEqual(expect.arrayContaining([...telling]))
  })

  // Covers: roles-audit-2
  it.each(named(lists))('$name tells others nothing of it', async ({ endpoint }) => {
    for (const client of [other, nothing]) {
      const { status, body } = await ask(client, endpoint)
      expect([status, marked.test(body)]).toEqual([200, false])
    }
    expect(marked.test((await ask(owner, endpoint)).body)).toBe(telling.includes(endpoint))
  })

  // Covers: roles-audit-2
  it.each(named(naming))('$name is 404 for others, and 200 for the owner', async ({ endpoint }) => {
    const id = owned.get(endpoint)?.()
    for (const client of [other, nothing]) {
      const { status, body } = await ask(client, endpoint, id)
      expect([status, JSON.parse(body).code, marked.test(body)]).toEqual([404, 'not_found', false])
    }
    expect((await ask(owner, endpoint, id)).status).toBe(200)
  })

  // Covers: roles-audit-2
  it.each(named(opened))('$name is for those who may read documents', async ({ endpoint }) => {
    expect(endpoint.access).toBe('documents.read')
    for (const role of staffRoles) {
      const { status, body } = await ask(await staffClient(app, role), endpoint, ownDocument)
      expect([role, status]).toEqual([role, roleMay(role, 'documents.read') ? 200 : 403])
      if (status === 403) expect(body).not.toMatch(marked)
    }
    expect((await ask(owner, endpoint, ownDocument)).status).toBe(401)
  })
})

describe('the picture of a document', () => {
  const sign = (purpose: string, id: number, at = Date.now() + 60_000, secret = app.providers.secret) =>
    signToken(secret, { purpose, id }, new Date(at))

  // Covers: roles-audit-2
  it.each([
    ['thumbnail', 'document-thumbnail', 'document-page'],
    ['page', 'document-page', 'document-thumbnail'],
  ])('as %s is 401 without a signature and 403 with a wrong, foreign or ended one', async (_kind, own, wrong) => {
    const path =
      own === 'document-page'
        ? `/api/documents/${ownDocument}/pages/1`
        : `/api/broker/documents/${ownDocument}/thumbnail`
    // the session makes no difference, because `<img>` does not send it
    for (const client of [visitor(app), owner, other, await staffClient(app, 'admin')]) {
      const status = async (token?: string) =>
        (await client.get(token === undefined ? path : `${path}?token=${encodeURIComponent(token)}`))
          .statusCode
      const good = sign(own, ownDocument)
      expect(await status()).toBe(401)
      expect(await status('')).toBe(401)
      for (const token of [
        sign(own, otherDocument),
        sign(own, ownDocument, Date.now() - 1000),
        sign(wrong, ownDocument),
        sign('booking', ownDocument),
        sign(own, ownDocument, Date.now() + 60_000, 'another-secret'),
        `${good}x`,
        good.slice(1),
        'garbled',
      ]) {
        expect([token, await status(token)]).toEqual([token, 403])
      }
      // rendered or not, it is not refused
      expect([200, 404, 422, 503]).toContain(await status(good))
    }
  })
})
