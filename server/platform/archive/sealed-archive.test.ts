import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type AgeKey, generateAgeKey } from '#server/platform/crypto/age.ts'
import { NotOpened, openArchive, sealArchive } from './sealed-archive.ts'
import { entriesIn, PART_BYTES, type Part, partsOf } from './tar-parts.ts'

const key = await generateAgeKey()
const at = new Date('2026-11-29T00:00:00Z')

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}
async function* contents(given: Record<string, Buffer>): AsyncGenerator<Part> {
  for (const [name, bytes] of Object.entries(given)) yield* partsOf(name, pieces(bytes, 70_000))
}
async function sealed(given: Record<string, Buffer>, keys: AgeKey[] = [key]): Promise<Buffer> {
  const recipients = keys.map(({ recipient }) => recipient)
  const chunks: Uint8Array[] = []
  for await (const chunk of await sealArchive(recipients, contents(given), at)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
async function opened(archive: Buffer, identity = key.identity): Promise<Record<string, Buffer>> {
  const found: Record<string, Buffer> = {}
  for await (const { name, content } of entriesIn(await openArchive([identity], pieces(archive, 30_000)))) {
    const chunks: Uint8Array[] = []
    for await (const chunk of content) chunks.push(chunk)
    found[name] = Buffer.concat(chunks)
  }
  return found
}

describe('an archive', () => {
  const given = {
    'tables/empty': Buffer.alloc(0),
    'tables/small': Buffer.from('1\tAda\n'),
    'tables/large': Buffer.alloc(PART_BYTES + 5, 'x'),
    'files/one.age': randomBytes(200_000),
  }

  it('gives back each content, whatever its size, in order', async () => {
    const found = await opened(await sealed(given))
    expect(Object.keys(found)).toEqual(Object.keys(given))
    for (const [name, bytes] of Object.entries(given)) expect(found[name]?.equals(bytes), name).toBe(true)
  })

  it('opens for each of its recipients, and no other', async () => {
    const [second, third] = [await generateAgeKey(), await generateAgeKey()]
    const archive = await sealed({ a: Buffer.from('x') }, [key, second])
    for (const { identity } of [key, second]) expect(await opened(archive, identity)).toHaveProperty('a')
    await expect(opened(archive, third.identity)).rejects.toThrow(NotOpened)
  })

  it('that was cut or changed gives an error', async () => {
    const archive = await sealed(given)
    for (let n = 0; n < 10; n++) {
      const place = Math.floor((archive.length * n) / 10)
      await expect(opened(archive.subarray(0, place)), `cut at ${place}`).rejects.toThrow()
      const changed = Buffer.from(archive)
      changed[place] = (changed[place] ?? 0) ^ 1
      await expect(opened(changed), `changed at ${place}`).rejects.toThrow()
    }
  })

  it('reports the error of its source', async () => {
    async function* failing(): AsyncGenerator<Part> {
      yield { name: 'a/00000', bytes: randomBytes(1000) }
      throw new Error('the source failed')
    }
    const archive = await sealArchive([key.recipient], failing(), at)
    await expect(
      (async () => {
        for await (const _ of archive);
      })(),
    ).rejects.toThrow('the source failed')
  })

  it('skips content that a reader leaves', async () => {
    const names: string[] = []
    const parts = await openArchive([key.identity], pieces(await sealed(given), 50_000))
    for await (const { name } of entriesIn(parts)) names.push(name)
    expect(names).toEqual(Object.keys(given))
  })
})
