import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from '#test/test-app.ts'
import { runImport } from '#test/worlds/run-import.ts'
import { asOwner } from '../test-db.ts'
import { portalToken, withToken } from './broker-client.ts'
import { type Client, PASSWORD, visitor } from './client.ts'
import { uploadForm } from './upload-form.ts'

const DAY_MS = 86_400_000

/** The broker's present and former names, addresses and numbers, in three notations. */
export const KNOWN = {
  names: ['Zelda Quixley', 'Zelda Quixley-Orr'],
  emails: ['zelda.quixley@example.com', 'z.orr@example.com'],
  phones: ['+61491573770', '0491 573 770', '0491573770', '+61491574118', '0491 574 118', '0491574118'],
}

/** A broker with every kind of data that the product stores, under two names, addresses and numbers. */
export async function addKnownBroker(app: TestApp, admin: Client, now: Date): Promise<number> {
  const { db } = app.connection
  // demo brokers must not share these numbers
  await db.updateTable('brokers').set({ phone: null }).where('phone', 'in', KNOWN.phones).execute()
  await db.updateTable('bookings').set({ phone: null }).where('phone', 'in', KNOWN.phones).execute()
  await db
    .updateTable('calls')
    .set({ toNumber: sql`'+6170101' || id` })
    .where('toNumber', 'in', KNOWN.phones)
    .execute()
  // decisions are kept as they were made, but for the owner of the database
  await asOwner(
    app.databaseUrl,
    'alter table call_decisions disable trigger user',
    `delete from call_decisions where facts -> 'number' ->> 'e164' in ('${KNOWN.phones.join("', '")}')`,
    'alter table call_decisions enable trigger user',
  )
  const [name, newName] = KNOWN.names
  const [email, newEmail] = KNOWN.emails
  const [phone, newPhone] = [KNOWN.phones[0], KNOWN.phones[3]]
  const list = `Name,Company,Phone,Email,State\n${name},Orr Finance,${phone},${email},NSW\nBo Lind,Lind,0491 570 110,bo.lind@example.com,NSW\n`
  const preview = await admin.send('POST', '/api/brokers/imports', undefined, uploadForm(list))
  await admin.send('POST', `/api/brokers/imports/${preview.json().id}/commit`)
  await runImport(app.ctx(), preview.json().id)
  const found = await admin.get(`/api/brokers?q=${encodeURIComponent(String(email))}`)
  const id: number = found.json()[0].id

  const person = { name, email, phone, company: 'Orr Finance', password: PASSWORD }
  await visitor(app).send('POST', '/api/broker/register', person)
  const mail = await db
    .selectFrom('messages')
    .select('body')
    .where('recipient', '=', String(email))
    .executeTakeFirst()
  const token = /verify\?token=(\S+)/.exec(mail?.body ?? '')?.[1]
  expect(
    (await visitor(app).send('POST', '/api/broker/verify', { token, password: PASSWORD })).statusCode,
  ).toBe(200)
  const broker = withToken(app, await portalToken(app, String(email)))
  await visitor(app).send('POST', '/api/broker/login', { email, password: 'wrong-Password-1' })
  await visitor(app).send('POST', '/api/broker/forgot-password', { email })
  await broker.send('PUT', '/api/broker/profile', { name: newName, phone: newPhone, company: 'Orr Finance' })
  await admin.send('PATCH', `/api/brokers/${id}`, { email: newEmail })

  const campaign = await db.selectFrom('campaigns').select('id').executeTakeFirstOrThrow()
  const bdm = await db.selectFrom('bdms').select('id').executeTakeFirstOrThrow()
  const told = JSON.stringify([{ speaker: 'caller', text: `${newName} speaking`, at: 1 }])
  for (const [toNumber, age] of [
    [String(phone), 40],
    [String(newPhone), 0],
  ] as const) {
    const at = new Date(now.getTime() - age * DAY_MS)
    const call = await db
      .insertInto('calls')
      .values({
        ...{ provider: 'simulator', simulated: true, toNumber, brokerId: id, campaignId: campaign.id },
        ...{ status: 'completed', outcome: 'human', finishedAt: at, createdAt: at, dispatchedAt: at },
        ...{
          transcript: told,
          summary: `${newName} asked for a meeting`,
          capDate: at.toISOString().slice(0, 10),
        },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const event = {
      callId: call.id,
      calledAt: at,
      key: 'said',
      kind: 'transcript',
      at,
      data: `{"lines":${told},"summary":"${newName}"}`,
    }
    await db.insertInto('callEvents').values(event).execute()
    await db.insertInto('simulatorDials').values({ callId: call.id, toNumber, simulatedAt: at }).execute()
  }
  const during = sql<string>`tstzrange('2026-11-26T01:00:00Z', '2026-11-26T01:30:00Z')`
  await db
    .insertInto('bookings')
    .values({
      ...{
        bdmId: bdm.id,
        during,
        meetingType: 'training-session',
        attendees: 1,
        brokerId: id,
        uid: `quixley-${id}`,
      },
      ...{
        name: String(newName),
        email: newEmail,
        phone: newPhone,
        source: 'web',
        agenda: `${name} has questions`,
      },
    })
    .execute()
  await db
    .insertInto('requestedCalls')
    .values({
      ...{ brokerId: Number(id), campaignId: campaign.id, phone: String(newPhone), simulated: true },
      ...{ words: `${newName} is free at three`, dueAt: now, untilAt: now },
    })
    .execute()
  await db
    .insertInto('tasks')
    .values([
      {
        ...{ kind: 'call_back', dedupeKey: `call_back:${phone}`, details: `${name} asked for a person` },
        ...{ brokerId: id, phone, note: `${newName} is at lunch`, dueAt: now },
      },
      // from a time before the number was assigned to a broker
      {
        ...{ kind: 'call_back', dedupeKey: 'call_back:before', details: 'Rang us and asked for a person.' },
        ...{ name: String(name), email, phone: newPhone, dueAt: now },
      },
    ])
    .execute()
  await db
    .insertInto('applications')
    .values({
      ...{ firstName: 'Zelda', lastName: 'Quixley', company: 'Orr Finance', phone: '0491 573 770' },
      ...{ email: String(email), phoneE164: phone, source: 'web', status: 'submitted', submittedAt: now },
    })
    .execute()
  const sms = {
    provider: 'twilio',
    providerRef: `SM${id}`,
    fromNumber: String(newPhone),
    toNumber: '+61255501234',
  }
  await db
    .insertInto('inboundMessages')
    .values({ ...sms, body: `Zelda Quixley here`, receivedAt: now })
    .execute()
  const toStaff = {
    channel: 'email',
    recipient: 'mei@lender.example',
    status: 'held',
    occasion: `digest:${id}`,
  }
  await db
    .insertInto('messages')
    .values({ ...toStaff, subject: 'News', body: `${newName} has uploaded` })
    .execute()
  await admin.send('POST', '/api/suppressions', { phoneNumber: newPhone, reason: 'Complaint' })
  return id
}
