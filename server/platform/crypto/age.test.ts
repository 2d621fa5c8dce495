import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Decrypter, Encrypter } from 'age-encryption'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type AgeKey,
  decryptStream,
  encryptStream,
  generateAgeKey,
  parseAgeKeys,
  withoutAgeKeys,
} from './age.ts'

let key: AgeKey
let other: AgeKey
beforeAll(async () => {
  key = await generateAgeKey()
  other = await generateAgeKey()
})

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const encrypt = async (bytes: Uint8Array, size = 16_384): Promise<Buffer> =>
  buffer(await encryptStream(key.recipient, pieces(bytes, size)))
const decrypt = async (bytes: Uint8Array, size = 16_384, keys = [key]): Promise<Buffer> =>
  buffer(
    await decryptStream(
      keys.map(({ identity }) => identity),
      pieces(bytes, size),
    ),
  )
const library = {
  async encrypt(bytes: Uint8Array): Promise<Uint8Array> {
    const encrypter = new Encrypter()
    encrypter.addRecipient(key.recipient)
    return encrypter.encrypt(bytes)
  },
  async decrypt(bytes: Uint8Array): Promise<Uint8Array> {
    const decrypter = new Decrypter()
    decrypter.addIdentity(key.identity)
    return decrypter.decrypt(bytes)
  },
}
const CHUNK = 65_536

describe('a file of age', () => {
  // Covers: vault-file-store-18
  it.each([
    0,
    1,
    1_000,
    CHUNK - 1,
    CHUNK,
    CHUNK + 1,
    2 * CHUNK,
    2 * CHUNK + 1,
    5 * CHUNK + 77,
  ])('of %i bytes is what the library writes and reads', async (length) => {
    const bytes = randomBytes(length)
    const ours = await encrypt(bytes)
    const theirs = await library.encrypt(bytes)
    expect(ours.length).toBe(theirs.length)
    expect(Buffer.from(await library.decrypt(ours)).equals(bytes)).toBe(true)
    expect((await decrypt(theirs)).equals(bytes)).toBe(true)
    expect((await decrypt(ours)).equals(bytes)).toBe(true)
  })

  it.each([1, 7, 16, 100, CHUNK, CHUNK + 16, 1_000_000])('comes in pieces of %i bytes', async (size) => {
    const bytes = randomBytes(size < 50 ? 3_000 : 3 * CHUNK + 5)
    expect((await decrypt(await encrypt(bytes, size), size)).equals(bytes)).toBe(true)
  })

  it('has a key and a nonce of its own each time', async () => {
    const bytes = randomBytes(100)
    expect((await encrypt(bytes)).equals(await encrypt(bytes))).toBe(false)
  })

  it('opens with any of several identities, and with no other', async () => {
    const bytes = randomBytes(100)
    expect((await decrypt(await encrypt(bytes), 50, [other, key])).equals(bytes)).toBe(true)
    await expect(decrypt(await encrypt(bytes), 50, [other])).rejects.toThrow('no identity matched')
  })

  // Covers: vault-file-store-18
  it('that was changed or cut anywhere gives an error, and no byte that was not proven', async () => {
    const bytes = randomBytes(2 * CHUNK + 500)
    const whole = await encrypt(bytes)
    const header = whole.indexOf('\n--- ')
    const payload = whole.indexOf('\n', header + 1) + 1
    const at = [
      0,
      30,
      header - 3,
      header + 8,
      payload + 3,
      payload + 20,
      payload + 16 + CHUNK + 16,
      whole.length - 1,
    ]
    for (const place of at) {
      const changed = Buffer.from(whole)
      changed[place] = (changed[place] ?? 0) ^ 1
      await expect(decrypt(changed), `changed at ${place}`).rejects.toThrow()
    }
    const ends = [0, 10, 21, header, payload, payload + 5, payload + 16, payload + 20]
    const atChunks = [1, 2].map((chunks) => payload + 16 + chunks * (CHUNK + 16))
    for (const end of [...ends, ...atChunks, whole.length - 1]) {
      await expect(decrypt(whole.subarray(0, end)), `cut at ${end}`).rejects.toThrow()
    }
    await expect(decrypt(Buffer.concat([whole, Buffer.of(0)])), 'longer').rejects.toThrow()
    // chunks in another order
    const [first, second] = [payload + 16, payload + 16 + CHUNK + 16]
    const swapped = Buffer.concat([
      whole.subarray(0, first),
      whole.subarray(second, second + CHUNK + 16),
      whole.subarray(first, second),
      whole.subarray(second + CHUNK + 16),
    ])
    await expect(decrypt(swapped), 'swapped').rejects.toThrow()
  })

  it('that is none is told before all of it is read', async () => {
    let read = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        read += 1
        yield Buffer.from('age-encryption.org/v2 '.repeat(1000))
      }
    }
    await expect(decryptStream([key.identity], endless())).rejects.toThrow('not a file of age')
    expect(read).toBe(1)
    async function* boundless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('age-encryption.org/v1\n')
      for (;;) yield Buffer.alloc(1000, 'x')
    }
    await expect(decryptStream([key.identity], boundless())).rejects.toThrow('not a header of age')
  })

  it('gives its source back when a reader stops, also before the first byte', async () => {
    const bytes = await encrypt(randomBytes(3 * CHUNK))
    for (const reads of [0, 1]) {
      const source = Readable.from(pieces(bytes, 1000), { objectMode: false })
      const plain = Readable.from(await decryptStream([key.identity], source), { objectMode: false })
      if (reads > 0) await new Promise((resolve) => plain.once('data', resolve))
      plain.destroy()
      await new Promise((resolve) => plain.once('close', resolve))
      expect(source.destroyed).toBe(true)
    }
  })
})

describe('a file of keys', () => {
  const text = () =>
    `# created: 2026\n# public key: a\n${key.identity}\n\n# created, long ago: 2024\n${other.identity}\n`

  it('holds one a line, or with commas between them', async () => {
    const keys = [key, other]
    expect(await parseAgeKeys(text())).toEqual(keys)
    expect(await parseAgeKeys(`${key.identity},${other.identity}`)).toEqual(keys)
    expect(await parseAgeKeys(` ${key.identity} , ${other.identity},\r\n`)).toEqual(keys)
  })

  it('loses a key with its comments, and no other', async () => {
    expect(await withoutAgeKeys(text(), [key.recipient])).toBe(
      `\n# created, long ago: 2024\n${other.identity}\n`,
    )
    expect(await withoutAgeKeys(text(), [other.recipient])).toBe(
      `# created: 2026\n# public key: a\n${key.identity}\n`,
    )
    expect(await withoutAgeKeys(text(), [])).toBe(text())
  })
})
