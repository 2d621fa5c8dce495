import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApplicationDetails } from '#contract/accreditations/applications.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { applicant, applicationForm, pdf } from '#test/worlds/application-forms.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'

const OFFICE = '+61255501871'
const MOBILE = '+61491570737'
const now = new Date('2026-11-24T01:00:00Z')

let app: TestApp
let admin: Client
let bdmId: number
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  admin = await staffClient(app, 'admin')
  const { id } = await app.connection.db
    .insertInto('bdms')
    .values({ name: 'Mei', email: 'mei@lender.example', feedToken: 'f', hours: '[]', blocks: '[]' })
    .returning('id')
    .executeTakeFirstOrThrow()
  bdmId = id
})
afterAll(() => app?.close())

interface Caller {
  firstName: string
  lastName: string
  email: string
}

/** A meeting, an application, a mail about each, a task and a registration, all with the number of the office. */
async function leaveTraces({ firstName, lastName, email }: Caller, day: number): Promise<void> {
  const { db } = app.connection
  const name = `${firstName} ${lastName}`
  const during = sql<string>`tstzrange(${`2027-02-1${day}T01:00:00Z`}, ${`2027-02-1${day}T01:30:00Z`})`
  const meeting = {
    bdmId,
    meetingType: 'training-session',
    attendees: 1,
    source: 'web',
    uid: `office-${day}`,
  }
  const booking = await db
    .insertInto('bookings')
    .values({ ...meeting, name, email, phone: OFFICE, during })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sent = { status: 'submitted', submittedAt: now, phone: '(02) 5550 1871', phoneE164: OFFICE }
  const application = await db
    .insertInto('applications')
    .values({ ...sent, firstName, lastName, email })
    .returning('id')
    .executeTakeFirstOrThrow()
  const mail = { channel: 'email', status: 'held', recipient: email, subject: 'Hello', body: 'Yours' }
  await db
    .insertInto('messages')
    .values([
      { ...mail, occasion: `office:booking:${day}`, bookingId: booking.id },
      { ...mail, occasion: `office:application:${day}`, applicationId: application.id },
    ])
    .execute()
  const task = { kind: 'call_back', details: 'Asked for a person.', dueAt: now, dedupeKey: `office:${day}` }
  await db
    .insertInto('tasks')
    .values({ ...task, name, email, phone: OFFICE })
    .execute()
  await db
    .insertInto('brokerRegistrations')
    .values({ email, name, phone: OFFICE, passwordHash: 'x', createdAt: now, expiresAt: now })
    .execute()
}

/** The tables that contain an address. */
async function tablesWith(email: string): Promise<string[]> {
  const found: string[] = []
  for (const table of [
    'applications',
    'bookings',
    'broker_registrations',
    'messages',
    'tasks',
    'audit_log',
  ]) {
    const { rows } = await sql`
      select from ${sql.table(table)} as t where t::text ilike ${`%${email}%`} limit 1`.execute(
      app.connection.db,
    )
    if (rows.length > 0) found.push(table)
  }
  return found
}

/** The texts of a ZIP without compressed names: each local header is followed by deflated bytes. */
function textOf(zip: Buffer): string {
  let text = ''
  for (let at = zip.indexOf('PK\x03\x04'); at >= 0; at = zip.indexOf('PK\x03\x04', at + 4)) {
    const begin = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
    if (zip.readUInt16LE(at + 8) === 8)
      text += inflateRawSync(zip.subarray(begin), { finishFlush: 2 }).toString('utf8')
  }
  return text
}

describe('a number of a person', () => {
  it('that colleagues share takes nothing of theirs along into an export or an erasure, and leaves nothing of the person', async () => {
    const own = { firstName: 'Rosa ', lastName: 'TAMM', email: 'rosa@private.example' }
    const theirs = { firstName: 'Ilse', lastName: 'Okonjo', email: 'ilse.okonjo@example.com' }
    const record = { name: 'Rosa Tamm', region: 'NSW', phone: OFFICE, email: 'rosa.tamm@example.com' }
    const { id } = (await admin.send('POST', '/api/brokers', record)).json<{ id: number }>()
    await leaveTraces(own, 0)
    await leaveTraces(theirs, 1)
    // made by another person through the broker's own link, which shows only the origin of their visit
    const { db } = app.connection
    await db.updateTable('applications').set({ brokerId: id }).where('email', '=', theirs.email).execute()
    await db.updateTable('messages').set({ brokerId: id }).where('recipient', '=', theirs.email).execute()
    await db.updateTable('messages').set({ brokerId: null }).where('bookingId', 'is not', null).execute()

    const exported = textOf((await admin.get(`/api/brokers/${id}/export`)).rawPayload)
    expect(exported).toContain(own.email)
    expect(exported).not.toMatch(/okonjo/i)

    expect((await admin.send('DELETE', `/api/brokers/${id}`)).statusCode).toBe(200)
    expect(await tablesWith(own.email)).toEqual([])
    expect(await tablesWith(theirs.email)).toEqual([
      ...['applications', 'bookings', 'broker_registrations', 'messages', 'tasks'],
    ])
    const { rows } = await sql<{ occasion: string }>`
      select occasion from messages where occasion like 'office:%' order by id`.execute(db)
    expect(rows.map(({ occasion }) => occasion)).toEqual(['office:booking:1', 'office:application:1'])
    const meetings = await sql`
      select name, status from bookings where uid like 'office-%' order by uid`.execute(db)
    expect(meetings.rows).toEqual([
      { name: 'Erased person', status: 'cancelled' },
      { name: 'Ilse Okonjo', status: 'booked' },
    ])
  })

  it('takes what has the mobile of the person by whatever name', async () => {
    const { db } = app.connection
    // no other broker of the demo may have it
    await db.updateTable('brokers').set({ phone: null }).where('phone', '=', MOBILE).execute()
    const email = 'robert.oyelaran@example.com'
    const record = { name: 'Robert Oyelaran', region: 'NSW', phone: MOBILE, email }
    const { id } = (await admin.send('POST', '/api/brokers', record)).json<{ id: number }>()
    const task = { kind: 'call_back', details: 'Asked for a person.', dueAt: now, dedupeKey: 'mobile' }
    await db
      .insertInto('tasks')
      .values({ ...task, name: 'Bob', email: 'bob@private.example', phone: MOBILE })
      .execute()
    expect((await admin.send('DELETE', `/api/brokers/${id}`)).statusCode).toBe(200)
    expect(await tablesWith('bob@private.example')).toEqual([])
  })
})

describe('the names of files', () => {
  it('go from the audit log with the person, as people call their papers by their own names', async () => {
    const pdfOf = { name: 'piInsurance', bytes: pdf(), filename: 'tamblyn_j_certificate.pdf' }
    const fields = { ...applicant, firstName: 'Jory', lastName: 'Tamblyn', email: 'jory@example.com' }
    const form = applicationForm({ ...fields, asicNumber: '990771' }, [pdfOf])
    const sent = await visitor(app).send('POST', '/api/accreditations', undefined, form)
    const path = `/api/accreditations/${sent.json().id}`
    await admin.get(`${path}/files/piInsurance`)
    const approved = await admin.send('POST', `${path}/review`, { action: 'approve', brokerId: null })
    const { broker } = approved.json<ApplicationDetails>()
    const named = async () => {
      const { rows } = await sql<{ action: string }>`
        select action from audit_log where after::text ilike '%tamblyn_j%' order by id`.execute(
        app.connection.db,
      )
      return rows.map(({ action }) => action)
    }
    expect(await named()).toEqual(['application.file_read', 'document.filed'])
    expect((await admin.send('DELETE', `/api/brokers/${broker?.id}`)).statusCode).toBe(200)
    expect(await named()).toEqual([])
  })
})
