import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DocumentPreview } from '#contract/documents/document-pictures.ts'
import type { DocumentEntry, OwnDocument } from '#contract/documents/documents.ts'
import { renderDocument } from '#server/modules/documents/pictures/render-document.ts'
import { makePdf } from '#server/pdf/make-pdf.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { applicationForm } from '#test/worlds/application-forms.ts'
import { type BrokerClient, brokerClient } from '#test/worlds/broker-client.ts'
import { runThrough } from '#test/worlds/vault-files.ts'
import { startVaultRun } from './vault-runs.ts'

let app: TestApp
let broker: BrokerClient
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'plaintext-'))
  app = await createTestApp({ env: { DATA_DIR: dataDir, VAULT_KEY: '' } })
  broker = await brokerClient(app)
})
afterAll(async () => {
  await app?.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** The bytes themselves, and the ways in which a database would write them out. */
const spellings = (bytes: Buffer): string[] => [
  bytes.toString('latin1'),
  bytes.toString('hex'),
  // in the middle of a longer text in base64 they begin at one of three places
  ...[0, 1, 2].map((skip) => {
    const whole = bytes.subarray(skip)
    return whole.subarray(0, whole.length - (whole.length % 3)).toString('base64')
  }),
]

/** Byte sequences that do not occur by chance: not the white of a page. */
function telling(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0; at + 24 <= bytes.length; at += 97) {
    const piece = bytes.subarray(at, at + 24)
    if (new Set(piece).size >= 16) pieces.push(piece)
  }
  return pieces
}

/** Every file under DATA_DIR and every row of every table, each under its name. */
async function everythingKept(): Promise<[string, string][]> {
  const files = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  const onDisk = files.map(
    async ({ parentPath, name }): Promise<[string, string]> => [
      join(parentPath, name),
      (await readFile(join(parentPath, name))).toString('latin1'),
    ],
  )
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema', 'partitions')`.execute(app.connection.db)
  const inTables = tables.map(async ({ name }): Promise<[string, string]> => {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(
      app.connection.db,
    )
    return [name, rows.map(({ row }) => row).join('\n')]
  })
  return Promise.all([...onDisk, ...inTables])
}

async function whereFound(secrets: readonly Buffer[]): Promise<string[]> {
  const needles = secrets.flatMap(spellings)
  const kept = await everythingKept()
  return kept.filter(([, text]) => needles.some((needle) => text.includes(needle))).map(([name]) => name)
}

// Covers: vault-file-store-16
it('no plaintext of a document, of its pages or of its thumbnail lies under DATA_DIR or in the database', async () => {
  const marker = `marked ${randomBytes(12).toString('hex')}`
  const lines = Array.from({ length: 30 }, (_, n) => `${marker} ${n} ${randomBytes(20).toString('base64')}`)
  const document = makePdf(lines)
  const form = applicationForm({ documentTypeId: '2' }, [
    { name: 'document', bytes: document, filename: 'certificate.pdf' },
  ])
  const uploaded = await broker.send('POST', '/api/broker/documents/upload', undefined, form)
  expect(uploaded.statusCode, uploaded.body).toBe(201)
  const { id } = uploaded.json<OwnDocument>()
  await renderDocument(app.ctx(), { documentId: id })

  const entries = (await broker.get('/api/broker/documents')).json<DocumentEntry[]>()
  const address = entries.find((entry) => entry.document?.id === id)?.document?.thumbnailUrl ?? ''
  const thumbnail = (await broker.get(address)).rawPayload
  const preview = (await broker.get(`/api/broker/documents/${id}/preview`)).json<DocumentPreview>()
  const page = (await broker.get(preview.urls[0] ?? '')).rawPayload
  for (const picture of [thumbnail, page]) expect(picture.subarray(1, 4).toString()).toBe('PNG')
  const plain = (await broker.get(`/api/broker/documents/${id}/download`)).rawPayload
  expect(plain.equals(document)).toBe(true)

  const secrets = [Buffer.from(marker), ...telling(thumbnail), ...telling(page)]
  expect(secrets.length).toBeGreaterThan(30)
  expect(await whereFound(secrets)).toEqual([])
  // nor while and after the key is changed
  const { id: runId } = await startVaultRun(await app.staff(), 'rotation')
  expect(await runThrough(app.ctx(), runId)).toMatchObject({ status: 'done', done: 2, faults: 0 })
  expect(await whereFound(secrets)).toEqual([])

  // the search does find planted data
  const planted = join(dataDir, 'files', 'planted')
  await writeFile(planted, page)
  expect(await whereFound(secrets)).toEqual([planted])
  await rm(planted)
  const picture = `create table planted as select '\\x${thumbnail.toString('hex')}'::bytea as picture`
  await asOwner(app.databaseUrl, picture, 'grant select on planted to public')
  expect(await whereFound(secrets)).toEqual(['public.planted'])
  await asOwner(app.databaseUrl, 'drop table planted')
})
