import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { consistencyProof, inclusionProver, isConsistent } from './proofs.ts'
import { appendLeaves, edgeOf, indexPath, parseTilePath, type Tile, widthAt } from './tiles.ts'
import { EMPTY_ROOT, leafHash, treeHash } from './tree-hashes.ts'

// RFC 6962, section 2.1, word for word and without tiles: the oracle
const sha = (...parts: Uint8Array[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer')
const k = (n: number): number => 2 ** Math.floor(Math.log2(n - 1))
const mth = (d: Buffer[]): Buffer =>
  d.length === 0
    ? sha()
    : d.length === 1
      ? sha(Buffer.from([0]), d[0] as Buffer)
      : sha(Buffer.from([1]), mth(d.slice(0, k(d.length))), mth(d.slice(k(d.length))))
const path = (m: number, d: Buffer[]): Buffer[] => {
  if (d.length === 1) return []
  const [left, right] = [d.slice(0, k(d.length)), d.slice(k(d.length))]
  return m < left.length ? [...path(m, left), mth(right)] : [...path(m - left.length, right), mth(left)]
}
const subproof = (m: number, d: Buffer[], whole: boolean): Buffer[] => {
  if (m === d.length) return whole ? [] : [mth(d)]
  const [left, right] = [d.slice(0, k(d.length)), d.slice(k(d.length))]
  return m <= left.length
    ? [...subproof(m, left, whole), mth(right)]
    : [...subproof(m - left.length, right, false), mth(left)]
}

const entries = (count: number, from = 0): Buffer[] =>
  Array.from({ length: count }, (_, at) => sha(Buffer.from(`entry ${from + at}`)))

/** A log that is appended to in batches, as the product does. */
function logOf() {
  const tiles = new Map<string, Tile>()
  const all: Buffer[] = []
  const key = ({ level, index }: { level: number; index: number }) => `${level}/${index}`
  const read = async (place: { level: number; index: number }) => {
    const tile = tiles.get(key(place))
    if (!tile) throw new Error(`no tile ${key(place)}`)
    return tile.hashes
  }
  return {
    all,
    read,
    append(batch: readonly Buffer[]) {
      const edge = edgeOf(all.length).flatMap((place) => tiles.get(key(place)) ?? [])
      for (const tile of appendLeaves(all.length, edge, batch.map(leafHash))) tiles.set(key(tile), tile)
      all.push(...batch)
    },
  }
}

const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 200, max: 300 })), {
  minLength: 1,
  maxLength: 3,
})

describe('the tree of a transparency log', () => {
  it('has the hashes of RFC 6962', () => {
    expect(EMPTY_ROOT.toString('hex')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    )
    expect(leafHash(Buffer.alloc(0)).toString('hex')).toBe(
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    )
  })

  // Covers: sealed-2
  it('has roots and proofs equal to those of an oracle without tiles, however it is appended to', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), fc.nat(), async (batches, first, second) => {
        const log = logOf()
        for (const size of batches) log.append(entries(size, log.all.length))
        const size = log.all.length
        expect(await treeHash(log.read, size)).toEqual(mth(log.all))
        const prove = inclusionProver(log.read, size)
        for (const index of [0, first % size, size - 1])
          expect(await prove(index)).toEqual(path(index, log.all))
        const old = 1 + (second % size)
        expect(await consistencyProof(log.read, old, size)).toEqual(subproof(old, log.all, true))
        // a tree of an earlier size is read from the same tiles
        expect(await treeHash(log.read, old)).toEqual(mth(log.all.slice(0, old)))
      }),
      { seed: 6962, numRuns: 12 },
    )
  })

  // Covers: sealed-2
  it('crosses full tiles of two levels', async () => {
    const log = logOf()
    const size = 256 * 256 + 257
    log.append(Array<Buffer>(size).fill(EMPTY_ROOT))
    const [old, root] = [256 * 256, await treeHash(log.read, size)]
    const proof = await consistencyProof(log.read, old, size)
    const before = { size: old, root: await treeHash(log.read, old) }
    expect(isConsistent(before, { size, root }, proof)).toBe(true)
    expect(edgeOf(size)).toEqual([
      { level: 0, index: 257 },
      { level: 1, index: 1 },
      { level: 2, index: 0 },
    ])
  })

  // Covers: sealed-5
  it('verifies that a tree continues an earlier one, and refuses any other root, size and proof', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 300 }), fc.nat(), async (size, choice) => {
        const log = logOf()
        log.append(entries(size))
        const old = 1 + (choice % (size - 1))
        const [before, after] = [
          { size: old, root: mth(log.all.slice(0, old)) },
          { size, root: mth(log.all) },
        ]
        const proof = await consistencyProof(log.read, old, size)
        expect(isConsistent(before, after, proof)).toBe(true)
        expect(isConsistent({ ...before, root: after.root }, after, proof)).toBe(false)
        expect(isConsistent(before, { ...after, root: before.root }, proof)).toBe(false)
        expect(isConsistent(before, after, proof.slice(1))).toBe(false)
        expect(isConsistent(before, after, [...proof, after.root])).toBe(false)
        expect(isConsistent(after, before, proof)).toBe(false)
        // a fork: the same length, another entry before the old size
        const forked = logOf()
        forked.append([sha(Buffer.from('other')), ...log.all.slice(1)])
        const fork = { size, root: mth(forked.all) }
        expect(isConsistent(before, fork, await consistencyProof(forked.read, old, size))).toBe(false)
      }),
      { seed: 6962, numRuns: 12 },
    )
  })
})

describe('paths of tiles', () => {
  it('are those of C2SP tlog-tiles', () => {
    expect(indexPath(67)).toBe('067')
    expect(indexPath(1_234_067)).toBe('x001/x234/067')
    expect(parseTilePath('0/x001/x234/067')).toEqual({ level: 0, index: 1_234_067, width: 256 })
    expect(parseTilePath('entries/000.p/7')).toEqual({ level: 'entries', index: 0, width: 7 })
  })

  it.each([
    '0/67',
    '0/x000/067',
    '0/000.p/0',
    '0/000.p/256',
    '0/000.p/07',
    '00/000',
    '0/000/',
    '-1/000',
    '0/..',
  ])('has no tile at %s', (text) => {
    expect(parseTilePath(text)).toBeNull()
  })

  it('know the width of each tile at a size', () => {
    const size = 70_000
    expect(widthAt(size, { level: 0, index: 0 })).toBe(256)
    expect(widthAt(size, { level: 0, index: 273 })).toBe(112)
    expect(widthAt(size, { level: 1, index: 1 })).toBe(17)
    expect(widthAt(size, { level: 2, index: 0 })).toBe(1)
    expect(widthAt(size, { level: 2, index: 1 })).toBe(0)
  })
})
