import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Decrypter } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Ctx } from '#server/ctx.ts'
import { PATIENCE } from '#test/patience.ts'
import { createTestApp, TEST_VAULT_KEY, type TestApp } from '#test/test-app.ts'
import { pdf, pdfOf } from '#test/worlds/application-forms.ts'
import { cleanVault, destroyReleased } from './destruction.ts'
import { attachFiles, openFile, openNoted, releaseFiles, type StoredFile, storeFile } from './vault-files.ts'

const MAX = 10_485_760
const PDF_ONLY = ['application/pdf']

let app: TestApp
let ctx: Ctx
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vault-'))
  app = await createTestApp({ env: { DATA_DIR: dataDir } })
  ctx = app.ctx()
})
afterAll(async () => {
  await app?.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** The bytes in pieces as a network gives them. */
async function* pieces(bytes: Buffer, size = 16_384): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function store(bytes: Buffer, filename = 'a.pdf'): Promise<StoredFile> {
  const outcome = await storeFile(ctx, {
    stream: pieces(bytes),
    filename,
    limit: MAX,
    allowedTypes: PDF_ONLY,
  })
  if (!outcome.ok) throw new Error(outcome.fault)
  return outcome.file
}
const pathOf = async (id: number): Promise<string> => {
  const row = await ctx.db
    .selectFrom('vaultFiles')
    .select('storageName')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return join(dataDir, 'files', row.storageName)
}
const read = async (id: number): Promise<Buffer> => buffer((await openFile(ctx, id)).stream)
const stored = async (): Promise<string[]> => (await readdir(join(dataDir, 'files'))).sort()

describe('a file of the vault', () => {
  // empty bodies are refused; sizes around age's chunks of 64 KiB
  // Covers: vault-file-store-1
  it.each([
    1_000, 65_535, 65_536, 65_537, 131_072, 1_000_000,
  ])('of %i bytes comes back as it went in', async (size) => {
    const bytes = pdfOf(size)
    const file = await store(bytes)
    expect(file).toMatchObject({ bytes: size, sha256: createHash('sha256').update(bytes).digest('hex') })
    expect((await read(file.id)).equals(bytes)).toBe(true)
  })

  // Covers: vault-file-store-1
  it('is a file of age, which its own reader opens with the key', async () => {
    const bytes = pdf('Opened by the standard tool')
    const { id } = await store(bytes)
    const path = await pathOf(id)
    expect(path).toMatch(/\/files\/[0-9a-f]{36}\.age$/)
    const encrypted = await readFile(path)
    expect(encrypted.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    const decrypter = new Decrypter()
    decrypter.addIdentity(TEST_VAULT_KEY)
    expect(Buffer.from(await decrypter.decrypt(encrypted))).toEqual(bytes)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  const hasAge = promisify(execFile)('age', ['--version']).then(
    () => true,
    () => false,
  )
  // Covers: vault-file-store-1
  it('opens with the program age, where that is installed', async ({ skip }) => {
    if (!(await hasAge)) skip()
    const bytes = pdf('Opened by age')
    const { id } = await store(bytes)
    const key = join(dataDir, 'test.key')
    await writeFile(key, TEST_VAULT_KEY)
    const plain = await promisify(execFile)('age', ['-d', '-i', key, await pathOf(id)], {
      encoding: 'buffer',
    })
    expect(plain.stdout).toEqual(bytes)
  })

  it('is encrypted anew each time: the same bytes look different', async () => {
    const [one, two] = [await store(pdf()), await store(pdf())]
    expect((await readFile(await pathOf(one.id))).equals(await readFile(await pathOf(two.id)))).toBe(false)
  })

  // Covers: vault-file-store-3
  it('that was changed on the disk does not open as if it were whole', async () => {
    const { id } = await store(pdfOf(200_000))
    const path = await pathOf(id)
    const bytes = await readFile(path)
    bytes[150_000] = (bytes[150_000] ?? 0) ^ 1
    await writeFile(path, bytes)
    await expect(read(id)).rejects.toThrow()
    await writeFile(path, bytes.subarray(0, 100_000))
    await expect(read(id)).rejects.toThrow()
    await writeFile(path, 'nothing of age')
    await expect(read(id)).rejects.toThrow('This file cannot be opened right now')
  })

  it('is refused as soon as its beginning tells, however much is to come', async () => {
    let taken = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        taken += 1
        yield Buffer.alloc(16_384, 'x')
      }
    }
    const before = await stored()
    const outcome = await storeFile(ctx, {
      stream: endless(),
      filename: 'x.pdf',
      limit: MAX,
      allowedTypes: PDF_ONLY,
    })
    expect(outcome).toEqual({ ok: false, fault: 'wrong_type', found: null })
    expect(taken).toBeLessThan(20)
    expect(await stored()).toEqual(before)
  })

  // Covers: accreditation-applications-6, vault-file-store-15
  it('whose sender breaks off leaves nothing', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield* pieces(pdfOf(500_000).subarray(0, 300_000))
      throw new Error('connection reset')
    }
    const before = await stored()
    const storing = storeFile(ctx, {
      stream: broken(),
      filename: 'x.pdf',
      limit: MAX,
      allowedTypes: PDF_ONLY,
    })
    await expect(storing).rejects.toThrow('connection reset')
    expect(await stored()).toEqual(before)
  })

  it('is closed again where its reader cannot be noted, and where nobody reads on', async () => {
    const { id } = await store(pdf('Nobody reads it'))
    await ctx.tx((tx) => attachFiles(tx, [id]))
    const isOpen = async (): Promise<boolean> => {
      const own = await pathOf(id)
      const links = (await readdir('/proc/self/fd')).map((fd) =>
        readlink(`/proc/self/fd/${fd}`).catch(() => ''),
      )
      return (await Promise.all(links)).includes(own)
    }
    const failing = openNoted(ctx, id, async () => {
      throw new Error('no audit')
    })
    await expect(failing).rejects.toThrow('no audit')
    await vi.waitUntil(async () => !(await isOpen()), PATIENCE)
    const { stream } = await openNoted(ctx, id, async () => undefined)
    expect(await isOpen()).toBe(true)
    stream.destroy()
    await vi.waitUntil(async () => !(await isOpen()), PATIENCE)
  })

  // Covers: vault-file-store-2
  it('goes through in little memory, in and out', async () => {
    const MIB = 1024 * 1024
    const SIZE = 32 * MIB
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void // given by the flag
    const held = (): number => {
      collect()
      return process.memoryUsage().arrayBuffers
    }
    const base = held()
    const samples: number[] = []
    let passed = 0
    const watch = (chunk: Uint8Array): void => {
      const turn = (bytes: number): number => Math.floor(bytes / (8 * MIB))
      if (turn(passed + chunk.length) > turn(passed)) samples.push(held() - base)
      passed += chunk.length
    }
    const whole = pdf()
    async function* large(): AsyncGenerator<Uint8Array> {
      yield whole.subarray(0, whole.lastIndexOf('startxref'))
      for (let sent = 0; sent < SIZE; sent += 65_536) {
        const chunk = Buffer.alloc(65_536, 10)
        watch(chunk)
        yield chunk
      }
      yield whole.subarray(whole.lastIndexOf('startxref'))
    }
    const outcome = await storeFile(ctx, {
      stream: large(),
      filename: 'x.pdf',
      limit: 2 * SIZE,
      allowedTypes: PDF_ONLY,
    })
    if (!outcome.ok) throw new Error(outcome.fault)
    for await (const chunk of (await openFile(ctx, outcome.file.id)).stream) watch(chunk)
    expect(passed).toBeGreaterThan(2 * SIZE)
    // the lower quarter: buffers that were given up are swept a moment later, and a file that was held would grow to its size
    const [low = SIZE] = samples.sort((a, b) => a - b).slice(samples.length / 4)
    expect(low).toBeLessThan(4 * MIB)
  })
})

describe('what belongs to nobody', () => {
  // Covers: vault-file-store-4
  it('is destroyed when it is given up: bytes first, then the row', async () => {
    const { id } = await store(pdf())
    await ctx.tx((tx) => attachFiles(tx, [id]))
    const path = await pathOf(id)
    await ctx.tx((tx) => releaseFiles(tx, [id]))
    await expect(openFile(ctx, id)).rejects.toThrow('File not found')
    await destroyReleased(ctx, { ids: [id] })
    await expect(stat(path)).rejects.toThrow('ENOENT')
    expect(await ctx.db.selectFrom('vaultFiles').select('id').where('id', '=', id).execute()).toEqual([])
  })

  // Covers: vault-file-store-4
  it('keeps its row while the store does not answer, and goes the next time', async () => {
    const { id } = await store(pdf())
    await ctx.tx((tx) => releaseFiles(tx, [id]))
    const broken = {
      ...ctx,
      providers: {
        ...ctx.providers,
        files: { ...ctx.providers.files, remove: async () => Promise.reject(new Error('store is down')) },
      },
    }
    await expect(destroyReleased(broken, { ids: [id] })).rejects.toThrow('store is down')
    expect(await ctx.db.selectFrom('vaultFiles').select('id').where('id', '=', id).execute()).toHaveLength(1)
    await cleanVault(ctx)
    expect(await ctx.db.selectFrom('vaultFiles').select('id').where('id', '=', id).execute()).toEqual([])
  })

  // Covers: vault-file-store-4
  it('cannot be attached any more, nor twice', async () => {
    const { id } = await store(pdf())
    await ctx.tx((tx) => attachFiles(tx, [id]))
    await expect(ctx.tx((tx) => attachFiles(tx, [id]))).rejects.toThrow('The upload took too long')
    const given = await store(pdf())
    await ctx.tx((tx) => releaseFiles(tx, [given.id]))
    await expect(ctx.tx((tx) => attachFiles(tx, [given.id]))).rejects.toThrow('The upload took too long')
  })

  it('stays where the transaction that gave it up is taken back', async () => {
    const { id } = await store(pdf())
    await ctx.tx((tx) => attachFiles(tx, [id]))
    const failing = ctx.tx(async (tx) => {
      await releaseFiles(tx, [id])
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    await cleanVault(ctx)
    expect(await read(id)).toEqual(pdf())
  })

  it('is left alone where most of the store belongs to somebody else', async () => {
    const { files } = ctx.providers
    const old = new Date('2026-01-01T00:00:00Z')
    const names = Array.from({ length: 60 }, (_, index) => `00${index}.age`)
    for (const name of names) {
      await files.put(name, pieces(Buffer.from('x')))
      await utimes(join(dataDir, 'files', name), old, old)
    }
    const before = await stored()
    await cleanVault(ctx)
    expect(await stored()).toEqual(before)
    // as many as crashes may leave
    for (const name of names.slice(50)) await files.remove(name)
    await cleanVault(ctx)
    expect((await stored()).filter((name) => names.includes(name))).toEqual([])
  })
})
