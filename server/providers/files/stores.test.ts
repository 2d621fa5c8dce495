import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openNetwork } from '#test/doubles/network.ts'
import { type S3Double, startS3Double } from '#test/doubles/s3-double.ts'
import type { FileStore } from '../ports/files.ts'
import { createLocalStore } from './local-store.ts'
import { createS3Store, PART_BYTES, type S3Options } from './s3-store.ts'

const settings = {
  bucket: 'vault-files',
  region: 'ap-southeast-2',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
}

let folder: string
let double: S3Double
let warnings: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stores-'))
  double = await startS3Double(settings)
})
afterAll(async () => {
  await double.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await rm(join(folder, 'files'), { recursive: true, force: true })
  double.objects.clear()
  double.uploads.clear()
  double.asked = []
  double.failing = null
  double.pageSize = 1000
  warnings = []
})

const local = (): FileStore => createLocalStore(join(folder, 'files'))
const s3 = (
  changed: Partial<typeof settings & { endpoint: string }> = {},
  more: Partial<S3Options> = {},
): FileStore =>
  createS3Store(
    { endpoint: double.url, ...settings, ...changed },
    { attempts: 1, warn: (message) => warnings.push(message), ...more },
  )

async function* pieces(bytes: Buffer, size = 65_552): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const listed = async (store: FileStore) => {
  const found: string[] = []
  for await (const { name, bytes, storedAt } of store.list()) {
    expect(Math.abs(Date.now() - storedAt.getTime())).toBeLessThan(60_000)
    found.push(`${name} ${bytes}`)
  }
  return found.sort()
}

describe.each([
  ['a folder', local],
  ['a bucket', s3],
])('%s', (_name, open) => {
  // Covers: vault-file-store-5
  it.each([
    0,
    1,
    70_000,
    PART_BYTES - 1,
    PART_BYTES,
    PART_BYTES + 1,
    2 * PART_BYTES,
    12_000_000,
  ])('gives %i bytes back as they came', async (size) => {
    const bytes = randomBytes(size)
    const store = open()
    await store.put('a1.age', pieces(bytes))
    expect((await buffer(await store.get('a1.age'))).equals(bytes)).toBe(true)
    expect(await listed(store)).toEqual([`a1.age ${size}`])
  })

  it('puts a file in the place of another, whole', async () => {
    const store = open()
    await store.put('a1.age', pieces(Buffer.from('first, and longer')))
    await store.put('a1.age', pieces(Buffer.from('second')))
    expect((await buffer(await store.get('a1.age'))).toString()).toBe('second')
  })

  // Covers: vault-file-store-5
  it.each([100, PART_BYTES + 100])('keeps nothing of what breaks off after %i bytes', async (size) => {
    const store = open()
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield* pieces(randomBytes(size))
      throw new Error('broken off')
    }
    await expect(store.put('a1.age', broken())).rejects.toThrow('broken off')
    expect(await listed(store)).toEqual([])
    await expect(store.get('a1.age')).rejects.toThrow('a1.age is not in the store')
    expect(double.uploads.size).toBe(0)
  })

  it('removes a file, and finds nothing wrong with one that is not there', async () => {
    const store = open()
    await store.put('a1.age', pieces(Buffer.from('x')))
    await store.remove('a1.age')
    await store.remove('a1.age')
    expect(await listed(store)).toEqual([])
  })

  // Covers: vault-file-store-5
  it.each([
    '../a.age',
    'a/b.age',
    'a.txt',
    '.age',
    'A.age',
    '',
    'a\0.age',
    'a.age.part',
    `${'a'.repeat(200)}.age`,
  ])('knows no file called %j', async (name) => {
    const store = open()
    await expect((async () => store.put(name, pieces(Buffer.from('x'))))()).rejects.toThrow('not the name')
    await expect((async () => store.get(name))()).rejects.toThrow('not the name')
    await expect((async () => store.remove(name))()).rejects.toThrow('not the name')
    expect(double.asked).toEqual([])
  })
})

// Covers: running-31
it('a bucket that takes connections and never answers is waited for no longer than is said, and serves again', async () => {
  const network = await openNetwork({ host: '127.0.0.1', port: Number(new URL(double.url).port) })
  const store = s3({ endpoint: `http://127.0.0.1:${network.port}` }, { answerMs: 1000 })
  await store.put('a1.age', pieces(Buffer.from('kept')))
  await network.turn('silent')
  await Promise.all([
    expect(store.put('a2.age', pieces(Buffer.from('x')))).rejects.toThrow('1000 ms'),
    expect(store.get('a1.age')).rejects.toThrow('1000 ms'),
    expect(store.remove('a1.age')).rejects.toThrow('1000 ms'),
  ])
  await network.turn('through')
  expect((await buffer(await store.get('a1.age'))).toString()).toBe('kept')
  expect(await listed(store)).toEqual(['a1.age 4'])
  await network.close()
})

describe('a folder', () => {
  it('is for its owner only, and shows a file only when all of it is there', async () => {
    const store = local()
    await store.check()
    let seen: string[] = []
    async function* watched(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half')
      seen = await readdir(join(folder, 'files'))
      expect(await listed(store)).toEqual([])
      yield Buffer.from('whole')
    }
    await store.put('a1.age', watched())
    expect(seen).toMatchObject([expect.stringMatching(/^a1\.age\.[0-9a-f]{12}\.part$/)])
    expect(await readFile(join(folder, 'files', 'a1.age'), 'utf8')).toBe('halfwhole')
    const modes = await Promise.all(
      [join(folder, 'files'), join(folder, 'files', 'a1.age')].map((path) => stat(path)),
    )
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '600'])
  })

  it('is tidied of what was broken off long ago, and of nothing else', async () => {
    const files = join(folder, 'files')
    await mkdir(files)
    const old = new Date('2026-11-20T00:00:00Z')
    for (const name of ['a.age.00.part', 'b.age', 'notes.txt']) {
      await writeFile(join(files, name), 'x')
      await utimes(join(files, name), old, old)
    }
    await writeFile(join(files, 'c.age.00.part'), 'x')
    await local().tidy(new Date('2026-11-21T00:00:00Z'))
    expect((await readdir(files)).sort()).toEqual(['b.age', 'c.age.00.part', 'notes.txt'])
  })

  it('that cannot be made is said in one line', async () => {
    await writeFile(join(folder, 'file'), '')
    await expect(createLocalStore(join(folder, 'file', 'below')).check()).rejects.toThrow(
      /^The folder .* cannot be created: /,
    )
  })
})

describe('a bucket', () => {
  // Covers: vault-file-store-5
  it('is asked by path, with a length, and for large files in parts', async () => {
    await s3().put('small.age', pieces(randomBytes(1000)))
    await s3().put('large.age', pieces(randomBytes(PART_BYTES + 1)))
    const upload = '/vault-files/large.age'
    expect(double.asked.map((asked) => asked.replace(/\?x-id$/, '').replace('&x-id', ''))).toEqual([
      'PUT /vault-files/small.age',
      `POST ${upload}?uploads`,
      `PUT ${upload}?partNumber&uploadId`,
      `PUT ${upload}?partNumber&uploadId`,
      `POST ${upload}?uploadId`,
    ])
  })

  // Covers: vault-file-store-5
  it('takes nothing with a wrong secret', async () => {
    await expect(s3({ secretAccessKey: 'wrong' }).put('a1.age', pieces(Buffer.from('x')))).rejects.toThrow()
    expect(double.objects.size).toBe(0)
  })

  it('is listed over all its pages, without what others keep there', async () => {
    double.pageSize = 2
    for (const name of ['a1.age', 'b2.age', 'c3.age', 'd4.age', 'e5.age'])
      await s3().put(name, pieces(Buffer.from('x')))
    double.objects.set('Backup.zip', { bytes: Buffer.from('y'), at: new Date() })
    expect(await listed(s3())).toEqual(['a1.age 1', 'b2.age 1', 'c3.age 1', 'd4.age 1', 'e5.age 1'])
  })

  it('is tidied of parts that nobody put together', async () => {
    const old = new Date('2026-11-20T00:00:00Z')
    double.uploads.set('1', { key: 'a.age', parts: new Map(), at: old })
    double.uploads.set('2', { key: 'b.age', parts: new Map(), at: new Date() })
    double.uploads.set('3', { key: 'of-others.zip', parts: new Map(), at: old })
    await s3().tidy(new Date('2026-11-21T00:00:00Z'))
    expect([...double.uploads.keys()]).toEqual(['2', '3'])
  })

  it('gives its parts back where one of them fails', async () => {
    double.failing = ({ method, url }) => (method === 'PUT' && url?.includes('partNumber=2') ? 500 : null)
    await expect(s3().put('a1.age', pieces(randomBytes(PART_BYTES + 1)))).rejects.toThrow()
    expect([double.uploads.size, double.objects.size]).toEqual([0, 0])
  })

  // Covers: vault-file-store-19
  it.each([
    [{ bucket: 'elsewhere' }, 'S3_BUCKET is wrong: there is no bucket elsewhere.'],
    [
      { secretAccessKey: 'wrong' },
      'S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is wrong: the store refuses them for the bucket vault-files.',
    ],
  ])('with %j is said at the start, in one line', async (wrong, line) => {
    await expect(s3(wrong).check()).rejects.toThrow(line)
  })

  // Covers: vault-file-store-19
  it('that cannot be reached is told, and may come back', async () => {
    await s3({ endpoint: 'http://127.0.0.1:1' }).check()
    expect(warnings).toMatchObject([expect.stringMatching(/^The file store cannot be reached: /)])
    double.failing = () => 503
    await s3().check()
    expect(warnings).toHaveLength(2)
  })
})
