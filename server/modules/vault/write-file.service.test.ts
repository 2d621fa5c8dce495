import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect as connectSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OwnDocument } from '#contract/documents/documents.ts'
import type { Ctx } from '#server/ctx.ts'
import { NO_SPACE } from '#server/platform/disk-space.ts'
import type { FileStore } from '#server/providers/ports/files.ts'
import { createTestApp, type TestApp, until } from '#test/test-app.ts'
import { applicationForm, pdf, pdfOf } from '#test/worlds/application-forms.ts'
import { type BrokerClient, brokerClient } from '#test/worlds/broker-client.ts'
import { namedByRows, pieces, storedNames } from '#test/worlds/vault-files.ts'
import { storeFile } from './vault-files.ts'

let app: TestApp
let ctx: Ctx
let broker: BrokerClient
let dataDir: string
let whole: FileStore
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'storing-'))
  app = await createTestApp({ env: { DATA_DIR: dataDir } })
  ctx = app.ctx()
  broker = await brokerClient(app)
  whole = { ...app.providers.files }
})
afterAll(async () => {
  await app?.close()
  await rm(dataDir, { recursive: true, force: true })
})
/** The response of the store in each request. */
const storeWith = (changed: Partial<FileStore>): void => void Object.assign(app.providers.files, changed)
beforeEach(() => {
  storeWith(whole)
})

const send = (bytes: Buffer, filename = 'pi.pdf') =>
  broker.send(
    'POST',
    '/api/broker/documents/upload',
    undefined,
    applicationForm({ documentTypeId: '2' }, [{ name: 'document', bytes, filename }]),
  )
const download = async (id: number): Promise<Buffer> =>
  (await broker.get(`/api/broker/documents/${id}/download`)).rawPayload

describe('a store without room', () => {
  // Covers: vault-file-store-14
  it('is said with 507, leaves nothing, and the former version stays as it was', async () => {
    const first = (await send(pdf('First'))).json<OwnDocument>()
    const before = await storedNames(dataDir)
    storeWith({
      async put(name, content) {
        let taken = 0
        await whole.put(
          name,
          (async function* () {
            for await (const chunk of content) {
              taken += chunk.length
              if (taken > 300_000) throw Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' })
              yield chunk
            }
          })(),
        )
      },
    })
    const answer = await send(pdfOf(2_000_000))
    expect([answer.statusCode, answer.json()]).toMatchObject([507, { code: 'no_space', message: NO_SPACE }])
    expect(answer.headers['retry-after']).toBe('60')
    expect(await storedNames(dataDir)).toEqual(before)
    expect(await namedByRows(ctx)).toEqual(before)
    expect(await download(first.id)).toEqual(pdf('First'))
    storeWith(whole)
    expect((await send(pdfOf(2_000_000))).json<OwnDocument>().version).toBe(first.version + 1)
  })

  const canMount = process.getuid?.() === 0 && process.platform === 'linux'
  // Covers: vault-file-store-14
  it.runIf(canMount)('is so too on a disk that is really full', async ({ skip }) => {
    const small = join(dataDir, 'small')
    await mkdir(small)
    const run = promisify(execFile)
    const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small]).then(
      () => true,
      () => false,
    )
    if (!mounted) skip()
    const full = await createTestApp({ env: { DATA_DIR: small, DISK_RESERVE_MB: '0' } })
    try {
      const file = { filename: 'a.pdf', limit: 9_000_000, allowedTypes: ['application/pdf'] }
      const kept = await storeFile(full.ctx(), { ...file, stream: pieces(pdfOf(500_000)) })
      expect(kept.ok).toBe(true)
      await expect(storeFile(full.ctx(), { ...file, stream: pieces(pdfOf(900_000)) })).rejects.toThrow(
        NO_SPACE,
      )
      expect(await storedNames(small)).toEqual(await namedByRows(full.ctx()))
      expect(await readdir(join(small, 'files'))).toHaveLength(1)
    } finally {
      await full.close()
      await run('umount', [small])
    }
  })
})

describe('a store that cannot be reached', () => {
  // Covers: vault-file-store-14
  it('is said with 503, and takes the file the next time', async () => {
    const before = await storedNames(dataDir)
    storeWith({ put: () => Promise.reject(new Error('connect ECONNREFUSED 192.0.2.7:9000')) })
    const answer = await send(pdf())
    expect([answer.statusCode, answer.json()]).toMatchObject([
      503,
      { message: 'Files cannot be stored right now. Nothing was changed. Try again in a minute.' },
    ])
    expect(answer.body).not.toContain('192.0.2.7')
    expect(await storedNames(dataDir)).toEqual(before)
  })

  it('after it has taken the file all the same, is asked to drop it', async () => {
    const before = await storedNames(dataDir)
    storeWith({
      async put(name, content) {
        await whole.put(name, content)
        throw new Error('socket hang up')
      },
    })
    expect((await send(pdf())).statusCode).toBe(503)
    expect(await storedNames(dataDir)).toEqual(before)
  })
})

// Covers: vault-file-store-15
it('an upload that is broken off in the middle leaves nothing', async () => {
  const before = await storedNames(dataDir)
  const { host, port } = new URL(await app.server.listen({ port: 0, host: '127.0.0.1' }))
  const bytes = pdfOf(3_000_000)
  const form = applicationForm({ documentTypeId: '2' }, [{ name: 'document', bytes, filename: 'pi.pdf' }])
  const payload = form.payload as Buffer // made so by applicationForm
  const headers = {
    ...form.headers,
    host,
    authorization: `Bearer ${broker.token}`,
    'content-length': payload.length,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const socket = connectSocket(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`POST /api/broker/documents/upload HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  socket.write(payload.subarray(0, 2_000_000))
  await until('half of it to lie there', async () => (await storedNames(dataDir)).length > before.length)
  socket.destroy()
  await until('it to be gone', async () => (await storedNames(dataDir)).length === before.length)
  expect(await storedNames(dataDir)).toEqual(before)
  expect(await namedByRows(ctx)).toEqual(before)
})

it('a stored file is for its owner only, and is nothing but an age file', async () => {
  const { id } = (await send(pdf('Private'))).json<OwnDocument>()
  const { storageName } = await ctx.db
    .selectFrom('documents')
    .innerJoin('vaultFiles', 'vaultFiles.id', 'documents.fileId')
    .select('storageName')
    .where('documents.id', '=', id)
    .executeTakeFirstOrThrow()
  const path = join(dataDir, 'files', storageName)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await readFile(path)).subarray(0, 22).toString('latin1')).toBe('age-encryption.org/v1\n')
  await writeFile(path, pdf('Private'))
  expect((await broker.get(`/api/broker/documents/${id}/download`)).statusCode).toBe(503)
})
