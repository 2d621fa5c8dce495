import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErasureReceipt } from '#contract/brokers/erasure.ts'
import { loadDemoWorld } from '#server/demo/world.ts'
import { demoBroker } from '#server/modules/accounts/demo-accounts.ts'
import { eraseNumbers } from '#server/modules/calls/removal.store.ts'
import { destroyReleased } from '#server/modules/vault/destruction.ts'
import { createLog } from '#server/platform/log.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { portalToken } from '#test/worlds/broker-client.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { addKnownBroker, KNOWN } from '#test/worlds/known-broker.ts'

const DAY_MS = 86_400_000
let now = new Date('2026-11-24T01:00:00Z')
let app: TestApp
let admin: Client
let logged = ''
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'erase-broker-'))
  // what an earlier version left
  await mkdir(join(dataDir, 'cache', 'recordings'), { recursive: true })
  await writeFile(join(dataDir, 'cache', 'recordings', 'call.mp3'), 'sound')
  const write = (line: string): void => {
    logged += line
  }
  app = await createTestApp({ now: () => now, log: createLog('info', { write }), env: { DATA_DIR: dataDir } })
  await loadDemoWorld(app.ctx())
  admin = await staffClient(app, 'admin')
})
afterAll(async () => {
  await app?.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** The files of the whole data directory that contain any of the words, in name or content. */
async function filesWith(words: readonly string[]): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const found: string[] = []
  for (const file of files) {
    const text = `${file} ${await readFile(file, 'latin1')}`.toLowerCase()
    if (words.some((word) => text.includes(word.toLowerCase()))) found.push(file)
  }
  return found
}

/** The tables that contain any of the words. */
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
      where lower(t::text) like any(${words.map((word) => `%${word.toLowerCase()}%`)})`.execute(db)
    if (rows[0]?.hits) found.push(name.replace('public.', ''))
  }
  return found
}

/** The texts of all files of a ZIP, unpacked. */
async function textOf(zip: Buffer): Promise<string> {
  let text = ''
  // by local file headers; only deflated entries (method 8) are read
  for (let at = zip.indexOf('PK\x03\x04'); at >= 0; at = zip.indexOf('PK\x03\x04', at + 4)) {
    const begin = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
    text +=
      zip.readUInt16LE(at + 8) === 8
        ? inflateRawSync(zip.subarray(begin), { finishFlush: 2 }).toString('latin1')
        : ''
  }
  return text
}

describe('everything about a broker', () => {
  // Covers: person-data-1
  it('is handed out as one archive, with recordings and documents, and without what opens an account', async () => {
    const id = await addKnownBroker(app, admin, now)
    const answer = await admin.get(`/api/brokers/${id}/export`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    const text = await textOf(answer.rawPayload)
    for (const word of [
      ...KNOWN.names,
      ...KNOWN.emails,
      '+61491573770',
      'asked for a meeting',
      'has questions',
      'is at lunch',
    ]) {
      expect(text).toContain(word)
    }
    const { rows } = await sql<{ password: string }>`select password from credentials`.execute(
      app.connection.db,
    )
    for (const { password } of rows) expect(text).not.toContain(password)
    expect(text).not.toContain('verify?token=')
    const { rows: audited } = await sql`select from audit_log
      where action = 'broker.exported' and subject_id = ${String(id)}`.execute(app.connection.db)
    expect(audited).toHaveLength(1)
    await admin.send('DELETE', `/api/brokers/${id}`)
  })

  // Covers: person-data-1
  it('holds the files of documents as they were uploaded', async () => {
    const { db } = app.connection
    const user = await db
      .selectFrom('users')
      .select('brokerId')
      .where('email', '=', demoBroker.email)
      .executeTakeFirst()
    const answer = await admin.get(`/api/brokers/${user?.brokerId}/export`)
    expect(await textOf(answer.rawPayload)).toMatch(/%PDF-1/)
  })

  // Covers: person-data-1
  it('is for admins and compliance only', async () => {
    const [id] = (await admin.get('/api/brokers?limit=1')).json<{ id: number }[]>().map((one) => one.id)
    for (const [role, status] of [
      ['compliance', 200],
      ['lender', 403],
      ['viewer', 403],
    ] as const) {
      const client = await staffClient(app, role)
      expect([role, (await client.get(`/api/brokers/${id}/export`)).statusCode]).toEqual([role, status])
    }
    expect((await admin.get('/api/brokers/2000000000/export')).statusCode).toBe(404)
  })
})

describe('erasing a broker', () => {
  // Covers: person-data-2
  it('leaves the person in no table, file or log but where a number has to stand, and says what stays and why', async () => {
    const id = await addKnownBroker(app, admin, now)
    const everything = [...KNOWN.names, ...KNOWN.emails, ...KNOWN.phones]
    expect((await tablesWith(everything)).length).toBeGreaterThan(12)

    const answer = await admin.send('DELETE', `/api/brokers/${id}`)
    expect(answer.statusCode).toBe(200)
    const { receipt } = answer.json<{ receipt: ErasureReceipt }>()
    const outcomes = Object.fromEntries(receipt.lines.map(({ what, outcome }) => [what, outcome]))
    expect(outcomes).toEqual({
      'Broker record': 'erased',
      'Requested calls': 'erased',
      Tasks: 'erased',
      Timeline: 'erased',
      'Rows of imported lists': 'erased',
      'Former versions of the record': 'erased',
      'Portal account': 'erased',
      'Waiting reset mails': 'erased',
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

    expect(await tablesWith([...KNOWN.names, ...KNOWN.emails])).toEqual([])
    // the number of today's call counts until the caps look back on it no more
    expect(await tablesWith(KNOWN.phones)).toEqual(['calls', 'simulator_dials', 'suppressions'])
    now = new Date(now.getTime() + 31 * DAY_MS + 1)
    await eraseNumbers(app.ctx())
    expect(await tablesWith(KNOWN.phones)).toEqual(['suppressions'])

    expect(await filesWith(everything)).toEqual([])
    for (const word of everything) expect(logged.toLowerCase()).not.toContain(word.toLowerCase())
    const deleted = (await admin.get(`/api/audit?action=broker.deleted&limit=1`)).json()
    expect(deleted[0]).toMatchObject({ before: null, after: { brokerId: id } })
    const { rows } = await sql<{ status: string; name: string }>`
      select status, name from bookings where uid = ${`quixley-${id}`}`.execute(app.connection.db)
    expect(rows).toEqual([{ status: 'cancelled', name: 'Erased person' }])
    await expect(portalToken(app, String(KNOWN.emails[0]))).rejects.toThrow('401')
    // somebody else of the same list stays as they are
    expect((await admin.get('/api/brokers?q=bo.lind')).json()).toMatchObject([{ name: 'Bo Lind' }])
    expect(await tablesWith(['bo.lind@example.com'])).toContain('broker_import_rows')
  })

  // Covers: person-data-3
  it('leaves what belongs to others: a number given up that somebody else has now, a name that two have', async () => {
    const { db } = app.connection
    const add = async (fields: object): Promise<number> =>
      (await admin.send('POST', '/api/brokers', { name: 'Pia Marlow', region: 'NSW', ...fields })).json().id
    const [givenUp, own] = ['+61491571491', '+61491572549']
    const going = await add({ phone: givenUp, email: 'pia.marlow@example.com' })
    expect((await admin.send('PATCH', `/api/brokers/${going}`, { phone: own })).statusCode).toBe(200)
    const staying = await add({ phone: givenUp, email: 'pia.m@example.com' })
    const bdm = await db.selectFrom('bdms').select('id').executeTakeFirstOrThrow()
    const meeting = { bdmId: bdm.id, meetingType: 'training-session', attendees: 1, source: 'web' }
    for (const [day, phone, brokerId] of [
      [1, givenUp, staying],
      [2, own, going],
    ] as const) {
      const during = sql<string>`tstzrange(${`2026-12-0${day}T01:00:00Z`}, ${`2026-12-0${day}T01:30:00Z`})`
      const person = { name: 'Pia Marlow', phone, brokerId, uid: `marlow-${day}` }
      await db
        .insertInto('bookings')
        .values({ ...meeting, ...person, during })
        .execute()
      const sms = { channel: 'sms', status: 'held', subject: null, body: 'Hi Pia Marlow' }
      await db
        .insertInto('messages')
        .values({ ...sms, recipient: phone, occasion: `marlow:${day}`, brokerId })
        .execute()
    }
    const toStaff = { channel: 'email', recipient: 'mei@lender.example', status: 'held', subject: 'News' }
    await db
      .insertInto('messages')
      .values({ ...toStaff, occasion: 'marlow:3', body: 'Pia Marlow has uploaded. Pia Marlowe too' })
      .execute()

    expect((await admin.send('DELETE', `/api/brokers/${going}`)).statusCode).toBe(200)
    const bookings = await db
      .selectFrom('bookings')
      .select(['name', 'phone'])
      .where('uid', 'like', 'marlow-%')
      .orderBy('uid')
      .execute()
    expect(bookings).toEqual([
      { name: 'Pia Marlow', phone: givenUp },
      { name: 'Erased person', phone: null },
    ])
    const messages = await db
      .selectFrom('messages')
      .select('body')
      .where('occasion', 'like', 'marlow:%')
      .orderBy('id')
      .execute()
    expect(messages.map(({ body }) => body)).toEqual([
      'Hi Pia Marlow',
      'Erased person has uploaded. Pia Marlowe too',
    ])
    expect((await admin.get(`/api/brokers/${staying}`)).json()).toMatchObject({ name: 'Pia Marlow' })
  })

  // Covers: person-data-2
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
    const { rows: files } = await sql<{ storageName: string }>`
      select storage_name from vault_files where id in (
        select file_id from documents where broker_id = ${broker.id}
        union select thumbnail_file_id from documents where broker_id = ${broker.id})`.execute(db)
    expect(files.length).toBeGreaterThan(3)
    const lying = async () => {
      const names = await readdir(join(dataDir, 'files'), { recursive: true })
      return files.filter(({ storageName }) => names.some((name) => name.endsWith(storageName)))
    }
    expect(await lying()).toEqual(files)
    const answer = await admin.send('DELETE', `/api/brokers/${broker.id}`)
    expect(answer.statusCode).toBe(200)
    while ((await destroyReleased(app.ctx())) > 0);
    expect(await lying()).toEqual([])
    const { lines } = answer.json<{ receipt: ErasureReceipt }>().receipt
    expect(lines.find(({ what }) => what === 'Documents with their files')?.rows).toBeGreaterThan(3)
    expect(await tablesWith([broker.name, demoBroker.email])).toEqual([])
  })

  // Covers: call-12
  it('destroys the recordings of their simulated calls, which are stored encrypted', async () => {
    const { rows } = await sql<{ id: number; brokerId: number }>`
      select calls.id, calls.broker_id from calls join simulator_calls s on s.call_id = calls.id
      where recording_status = 'completed' and s.plan ->> 'score' is not null and calls.broker_id is not null
      order by duration limit 1`.execute(app.connection.db)
    const [call] = rows
    const heard = await admin.get(`/api/calls/${call?.id}/recording`)
    expect([heard.statusCode, heard.headers['content-type']]).toEqual([200, 'audio/mpeg'])
    const file = await app.connection.db
      .selectFrom('callRecordings')
      .innerJoin('vaultFiles', 'vaultFiles.id', 'callRecordings.fileId')
      .select('storageName')
      .where('callId', '=', call?.id ?? 0)
      .executeTakeFirstOrThrow()
    const onDisk = async () => (await readdir(dataDir, { recursive: true })).join('\n')
    expect(await onDisk()).toContain(file.storageName)
    expect(await onDisk()).not.toMatch(/recordings|mp3/)
    expect((await admin.send('DELETE', `/api/brokers/${call?.brokerId}`)).statusCode).toBe(200)
    expect((await admin.get(`/api/calls/${call?.id}/recording`)).statusCode).toBe(404)
    expect((await admin.get(`/api/calls/${call?.id}/waveform`)).statusCode).toBe(404)
    while ((await destroyReleased(app.ctx())) > 0);
    expect(await onDisk()).not.toContain(file.storageName)
  })

  // Covers: person-data-4
  it('changes the audit log by no other way', async () => {
    const refused = (statements: string): Promise<void> =>
      expect(asOwner(app.databaseUrl, statements)).rejects.toThrow('append-only')
    await refused(`update audit_log set actor = 'x'`)
    await refused('delete from audit_log')
    await refused(`select set_config('brokerline.erasing', 'yes', true); update audit_log set action = 'x'`)
  })
})
