import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkpointText } from '#server/platform/tlog/checkpoint.ts'
import { consistencyProof } from '#server/platform/tlog/proofs.ts'
import {
  generateNoteKey,
  type NoteSigner,
  parseNote,
  parseNoteSigner,
  parseNoteVerifier,
  signNote,
  verifiedSignature,
} from '#server/platform/tlog/signed-note.ts'
import { appendLeaves, type Tile } from '#server/platform/tlog/tiles.ts'
import { leafHash, type TileReader, treeHash } from '#server/platform/tlog/tree-hashes.ts'
import { buildWitness } from './build-witness.ts'

const ORIGIN = 'log.example/log'
let dataDir: string
let log: NoteSigner
let witness: Awaited<ReturnType<typeof buildWitness>>

const start = () =>
  buildWitness(
    {
      ...{ dataDir, publicUrl: 'https://witness.example', witnessedLog: log.text },
      ...{ trustProxy: false, rateLimits: false },
    },
    pino({ level: 'silent' }),
  )

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'witness-'))
  log = parseNoteSigner(generateNoteKey(ORIGIN, 'note'), 'note')
  witness = await start()
})
afterEach(async () => {
  await witness.server.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** The tiles of a log of these entries. */
function readerOf(entries: readonly string[]): TileReader {
  const tiles: Tile[] = appendLeaves(
    0,
    [],
    entries.map((entry) => leafHash(Buffer.from(entry))),
  )
  return async ({ level, index }) => {
    const tile = tiles.find((each) => each.level === level && each.index === index)
    if (!tile) throw new Error('no such tile')
    return tile.hashes
  }
}

const honest = Array.from({ length: 60 }, (_, at) => `entry ${at}`)
const forged = honest.with(10, 'forged')

interface Sent {
  old: number
  size: number
  entries?: readonly string[]
  signer?: NoteSigner
  proof?: (proof: Buffer[]) => Buffer[]
}

async function add({ old, size, entries = honest, signer = log, proof = (same) => same }: Sent) {
  const read = readerOf(entries.slice(0, size))
  const note = signNote(
    signer,
    checkpointText({ origin: signer.name, size, root: await treeHash(read, size) }),
  )
  const hashes = proof(await consistencyProof(read, Math.min(old, size), size))
  const payload = [`old ${old}`, ...hashes.map((hash) => hash.toString('base64')), '', note].join('\n')
  const answer = await witness.server.inject({ method: 'POST', url: '/add-checkpoint', payload })
  return { status: answer.statusCode, body: answer.body, note }
}

describe('a witness', () => {
  // Covers: sealed-5
  it('cosigns a log that only grows, and repeats itself', async () => {
    const first = await add({ old: 0, size: 30 })
    expect(first.status).toBe(200)
    const note = parseNote(`${first.note}${first.body}`)
    const key = parseNoteVerifier(witness.key, 'cosignature')
    expect(note && verifiedSignature(note, key)?.seconds).toBeGreaterThan(1_700_000_000)
    expect(key.name).toBe('witness.example/witness')
    expect((await add({ old: 30, size: 30 })).status).toBe(200)
    expect((await add({ old: 30, size: 60 })).status).toBe(200)
  })

  // Covers: sealed-5
  it('refuses a fork, also after a restart', async () => {
    await add({ old: 0, size: 30 })
    const fork = { size: 60, entries: forged }
    expect((await add({ old: 30, ...fork })).status).toBe(422)
    expect(await add({ old: 0, ...fork })).toMatchObject({ status: 409, body: '30\n' })
    expect((await add({ old: 30, size: 30, entries: forged })).status).toBe(409)
    await witness.server.close()
    witness = await start()
    expect((await add({ old: 30, ...fork })).status).toBe(422)
    expect(await add({ old: 0, size: 40 })).toMatchObject({ status: 409, body: '30\n' })
    expect((await add({ old: 30, size: 40 })).status).toBe(200)
  })

  // Covers: sealed-5
  it('signs one of two checkpoints of the same size that arrive together', async () => {
    const answers = await Promise.all([add({ old: 0, size: 20 }), add({ old: 0, size: 20, entries: forged })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  // Covers: sealed-5
  it('refuses other logs, other keys, wrong sizes and other bodies', async () => {
    const stranger = parseNoteSigner(generateNoteKey('other.example/log', 'note'), 'note')
    const impostor = parseNoteSigner(generateNoteKey(ORIGIN, 'note'), 'note')
    expect((await add({ old: 0, size: 5, signer: stranger })).status).toBe(404)
    expect((await add({ old: 0, size: 5, signer: impostor })).status).toBe(403)
    expect((await add({ old: 9, size: 5 })).status).toBe(400)
    await add({ old: 0, size: 5 })
    expect((await add({ old: 5, size: 9, proof: (hashes) => hashes.slice(1) })).status).toBe(422)
    for (const payload of ['', 'old 0', 'old 01\n\nx\n', 'old 0\nAAAA\n\nx\n', 'x'.repeat(20_000)])
      expect(
        (await witness.server.inject({ method: 'POST', url: '/add-checkpoint', payload })).statusCode,
      ).toBeOneOf([400, 413])
  })

  // Covers: sealed-5
  it('does not start without its memory', async () => {
    await add({ old: 0, size: 5 })
    await rm(join(dataDir, 'witness-state.json'))
    await expect(start()).rejects.toThrow('would sign a forked log')
  })
})
