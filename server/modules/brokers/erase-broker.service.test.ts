import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErasureReceipt } from '#contract/erasure.ts'
import { loadDemoWorld } from '#server/demo/world.ts'
import { demoBroker } from '#server/modules/accounts/demo-accounts.ts'
import { eraseNumbers } from '#server/modules/calls/erase-calls.ts'
import { createLog } from '#server/platform/log.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { portalToken, withToken } from '#test/worlds/broker-client.ts'
import { type Client, PASSWORD, staffClient, visitor } from '#test/worlds/client.ts'
import { uploadForm } from '#test/worlds/upload-form.ts'
import { runImport } from './imports/run-import.ts'

const DAY_MS = 86_400_000
let now = new Date('2026-11-24T01:00:00Z')
let app: TestApp
let admin: Client
let logged = ''

const WORDS = {
  names: ['Zelda Quixley', 'Zelda Quixley-Orr'],
  emails: ['zelda.quixley@example.com', 'z.orr@example.com'],
  phones: ['+61491573770', '0491 573 770', '0491573770', '+61491574118', '0491 574 118', '0491574118'],
}

beforeAll(async () => {
  const write = (line: string): void => {
    logged += line
  }
  app = await createTestApp({ now: () => now, log: createLog('info', { write }) })
  await loadDemoWorld(app.ctx())
  admin = await staffClient(app, 'admin')
})
afterAll(() => app?.close())

/** The tables in which any of the words stands. */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const { db } = app.connection
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker') order by 1`.execute(db)
  expect(tables.length).toBeGreaterThan(60)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ hits: number }>`
      select count(*)::int as hits from ${sql.raw(name)} as t
      where t::text ilike any(${words.map((word) => `%${word}%`)})`.execute(db)
    if (rows[0]?.hits) found.push(name.replace('public.', ''))
  }
  return found
}

/** A broker about whom everything is known that the product can know, under two names, addresses and numbers. */
async function addWellKnownBroker(): Promise<number> {
  const { db } = app.connection
  // nobody of the demo may have these numbers too
  await db.updateTable('brokers').set({ phone: null }).where('phone', 'in', WORDS.phones).execute()
  await db
    .updateTable('calls')
    .set({ toNumber: sql`'+6170101' || id` })
    .where('toNumber', 'in', WORDS.phones)
    .execute()
  const [name, newName] = WORDS.names
  const [email, newEmail] = WORDS.emails
  const [phone, newPhone] = [WORDS.phones[0], WORDS.phones[3]]
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
        uid: 'quixley',
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
    .insertInto('applications')
    .values({
      ...{ firstName: 'Zelda', lastName: 'Quixley', company: 'Orr Finance', phone: '0491 573 770' },
      ...{ email: String(email), phoneE164: phone, source: 'web', status: 'submitted', submittedAt: now },
    })
    .execute()
  const sms = {
    provider: 'twilio',
    providerRef: 'SM1',
    fromNumber: String(newPhone),
    toNumber: '+61255501234',
  }
  await db
    .insertInto('inboundMessages')
    .values({ ...sms, body: `Zelda Quixley here`, receivedAt: now })
    .execute()
  const toStaff = { channel: 'email', recipient: 'mei@lender.example', status: 'held', occasion: 'digest:1' }
  await db
    .insertInto('messages')
    .values({ ...toStaff, subject: 'News', body: `${newName} has uploaded` })
    .execute()
  await admin.send('POST', '/api/suppressions', { phoneNumber: newPhone, reason: 'Complaint' })
  return id
}

describe('erasing a broker', () => {
  it('leaves the person in no table, file or log but where a number has to stand, and says what stays and why', async () => {
    const id = await addWellKnownBroker()
    const everything = [...WORDS.names, ...WORDS.emails, ...WORDS.phones]
    expect((await tablesWith(everything)).length).toBeGreaterThan(12)

    const answer = await admin.send('DELETE', `/api/brokers/${id}`)
    expect(answer.statusCode).toBe(200)
    const { receipt } = answer.json<{ receipt: ErasureReceipt }>()
    const outcomes = Object.fromEntries(receipt.lines.map(({ what, outcome }) => [what, outcome]))
    expect(outcomes).toEqual({
      'Broker record': 'erased',
      Timeline: 'erased',
      'Rows of imported lists': 'erased',
      'Former versions of the record': 'erased',
      'Portal account': 'erased',
      'Sign-in attempts': 'erased',
      Messages: 'erased',
      'Mentions in messages to staff': 'anonymised',
      'Received SMS': 'anonymised',
      Meetings: 'anonymised',
      'Applications with their files': 'erased',
      Calls: 'anonymised',
      Registrations: 'erased',
      'Suppressions, register checks and call decisions': 'kept',
      'Audit log': 'anonymised',
    })
    for (const { outcome, reason } of receipt.lines) if (outcome === 'kept') expect(reason).toMatch(/\w{4,}/)

    expect(await tablesWith([...WORDS.names, ...WORDS.emails])).toEqual([])
    // the number of today's call counts until the caps look back on it no more
    expect(await tablesWith(WORDS.phones)).toEqual(['calls', 'simulator_dials', 'suppressions'])
    now = new Date(now.getTime() + 31 * DAY_MS + 1)
    await eraseNumbers(app.ctx())
    expect(await tablesWith(WORDS.phones)).toEqual(['suppressions'])

    for (const word of everything) expect(logged.toLowerCase()).not.toContain(word.toLowerCase())
    const deleted = (await admin.get(`/api/audit?action=broker.deleted&limit=1`)).json()
    expect(deleted[0]).toMatchObject({ before: null, after: { brokerId: id } })
    const { rows } = await sql<{ status: string; name: string }>`
      select status, name from bookings where uid = 'quixley'`.execute(app.connection.db)
    expect(rows).toEqual([{ status: 'cancelled', name: 'Erased person' }])
    await expect(portalToken(app, String(WORDS.emails[0]))).rejects.toThrow('401')
    // somebody else of the same list stays as they are
    expect((await admin.get('/api/brokers?q=bo.lind')).json()).toMatchObject([{ name: 'Bo Lind' }])
    expect(await tablesWith(['bo.lind@example.com'])).toContain('broker_import_rows')
  })

  it('destroys documents and files of the demo’s broker, who is gone from all that is searched', async () => {
    const { db } = app.connection
    const user = await db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', demoBroker.email)
      .executeTakeFirstOrThrow()
    const broker = await db
      .selectFrom('brokers')
      .selectAll()
      .where('id', '=', Number(user.brokerId))
      .executeTakeFirstOrThrow()
    const answer = await admin.send('DELETE', `/api/brokers/${broker.id}`)
    expect(answer.statusCode).toBe(200)
    const { lines } = answer.json<{ receipt: ErasureReceipt }>().receipt
    expect(lines.find(({ what }) => what === 'Documents with their files')?.rows).toBeGreaterThan(3)
    expect(await tablesWith([broker.name, demoBroker.email])).toEqual([])
  })

  it('changes the audit log by no other way', async () => {
    const { db } = app.connection
    await expect(sql`update audit_log set actor = 'x'`.execute(db)).rejects.toThrow('append-only')
    await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow('append-only')
    await expect(
      db.transaction().execute(async (trx) => {
        await sql`select set_config('brokerline.erasing', 'yes', true)`.execute(trx)
        await sql`update audit_log set action = 'x'`.execute(trx)
      }),
    ).rejects.toThrow('append-only')
  })
})
