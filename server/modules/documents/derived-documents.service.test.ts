import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { derivedDifferences } from '#test/worlds/derived-rows.ts'
import { runImport } from '#test/worlds/run-import.ts'
import { uploadForm } from '#test/worlds/upload-form.ts'
import { changeDocument, insertFormerVersion, insertVersion, lockBroker } from './store.ts'

let app: TestApp
let admin: Client
let names = 0
beforeAll(async () => {
  app = await createTestApp()
  admin = await staffClient(app, 'admin')
  await sql`insert into vault_keys (recipient) values ('age1derived') on conflict do nothing`.execute(
    app.connection.db,
  )
})
afterAll(() => app?.close())

function newName(): string {
  names += 1
  return `Ngaire Koru ${names}`
}
const emailOf = (name: string): string => `${name.toLowerCase().replaceAll(' ', '.')}@example.com`

async function newBroker(): Promise<number> {
  const name = newName()
  const phone = `02 5550 ${String(1000 + names)}`
  const broker = { name, phone, email: emailOf(name), company: 'Orr Finance', callBasis: 'relationship' }
  return (await admin.send('POST', '/api/brokers', broker)).json().id
}

async function newFile(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into vault_files (key_id, storage_name, filename, media_type, bytes, sha256, attached_at)
    values ((select max(id) from vault_keys), ${`${newName()}.age`}, ${`${newName()}.pdf`}, 'application/pdf', 1, '\\x01', now())
    returning id`.execute(app.connection.db)
  return rows[0]?.id ?? 0
}

/** Of a list, by a number of any size. */
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T

const statuses = ['pending', 'approved', 'rejected'] as const
type Step = (brokers: number[], n: number) => Promise<unknown>
const steps: Record<string, Step> = {
  upload: (brokers, n) => add(pick(brokers, n), 1 + (n % 2), null),
  file: (brokers, n) => add(pick(brokers, n), 1 + (n % 2), new Date(Date.UTC(2026, 0, 1 + (n % 20)))),
  /** Decides about all documents, one after the other. */
  async decide(_, n) {
    const rows = await app.connection.db.selectFrom('documents').select('id').orderBy('id').execute()
    for (const [index, { id }] of rows.entries())
      await app.ctx().tx((tx) => changeDocument(tx, id, {}, { status: pick(statuses, n + index) }))
  },
  rename: (brokers, n) => admin.send('PATCH', `/api/brokers/${pick(brokers, n)}`, { name: newName() }),
  async import(brokers, n) {
    const id = pick(brokers, n)
    const { name, email, phone } = await app.connection.db
      .selectFrom('brokers')
      .select(['name', 'email', 'phone'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const form = uploadForm(`name,email,phone,company\n${name},${email},${phone},Pōhutukawa ${n}`, {
      fields: { onExisting: 'overwrite' },
    })
    const preview = (await admin.send('POST', '/api/brokers/imports', undefined, form)).json()
    await admin.send('POST', `/api/brokers/imports/${preview.id}/commit`)
    await runImport(app.ctx(), preview.id)
    if (n % 2) await admin.send('POST', `/api/brokers/imports/${preview.id}/undo`)
  },
  async merge(brokers, n) {
    const [into, from] = [pick(brokers, n), pick(brokers, n + 1)]
    const take = n % 2 ? ['name'] : []
    const merged = await admin.send('POST', `/api/brokers/${into}/merge`, { brokerId: from, take })
    if (merged.statusCode === 200) brokers[brokers.indexOf(from)] = await newBroker()
  },
  renameType: (_, n) => admin.send('PATCH', `/api/document-types/${1 + (n % 2)}`, { name: newName() }),
}

function add(brokerId: number, documentTypeId: number, uploadedAt: Date | null): Promise<unknown> {
  return app.ctx().tx(async (tx) => {
    await lockBroker(tx, brokerId)
    const document = { brokerId, documentTypeId, fileId: await newFile() }
    return uploadedAt ? insertFormerVersion(tx, { ...document, uploadedAt }) : insertVersion(tx, document)
  })
}

// Covers: document-review-expiry-1, document-review-expiry-11
it('the search texts and replaced versions follow uploads, decisions, names, imports and merges', async () => {
  const brokers = [await newBroker(), await newBroker(), await newBroker()]
  const command = fc.record({ name: fc.constantFrom(...Object.keys(steps)), n: fc.nat(1000) })
  for (const { name, n } of fc.sample(command, 80)) {
    await steps[name]?.(brokers, n)
    expect([name, await derivedDifferences(app.connection.db)]).toEqual([name, []])
  }
  const { rows } = await sql<{ documents: number; replaced: number }>`
    select count(*)::int as documents, count(*) filter (where replaced)::int as replaced from documents`.execute(
    app.connection.db,
  )
  expect(rows[0]?.documents).toBeGreaterThan(10)
  expect(rows[0]?.replaced).toBeGreaterThan(0)
}, 120_000)
