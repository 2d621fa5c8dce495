import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit } from '#server/modules/accounts/audit.ts'
import { parseNote, parseNoteVerifier, verifiedSignature } from '#server/platform/tlog/signed-note.ts'
import { buildWitness } from '#server/witness/build-witness.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { visitor } from '#test/worlds/client.ts'
import { sealAll } from '#test/worlds/sealed-log.ts'
import { viewSealState } from './views.ts'
import { cosignNewest } from './witnessing.worker.ts'

let app: TestApp
let dataDir: string
let witness: Awaited<ReturnType<typeof buildWitness>>
const SEAL_KEY = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz'

let port = 0

/** On the same port and with the same memory, as after a restart. */
async function startWitness(): Promise<void> {
  const config = {
    dataDir,
    publicUrl: 'http://localhost:3001',
    trustProxy: false,
    rateLimits: false,
  } as const
  const witnessedLog = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
  witness = await buildWitness({ ...config, witnessedLog }, pino({ level: 'silent' }))
  await witness.server.listen({ port, host: '127.0.0.1' })
  ;({ port } = witness.server.server.address() as AddressInfo) // a TCP listener
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'witnessing-'))
  await startWitness()
  const env = { SEAL_KEY, WITNESS_URL: `http://127.0.0.1:${port}`, WITNESS_KEY: witness.key }
  app = await createTestApp({ env })
})
afterAll(async () => {
  await app?.close()
  await witness?.server.close()
  await rm(dataDir, { recursive: true, force: true })
})

const sealSome = async (count: number): Promise<void> => {
  const row = { action: 'broker.changed', subjectType: 'broker', subjectId: 1 }
  for (let at = 0; at < count; at++) await app.ctx().tx((tx) => audit(tx, row))
  await sealAll(app.ctx())
}
const published = async () => (await visitor(app).get('/log/checkpoint')).body

describe('checkpoints', () => {
  // Covers: sealed-5
  it('are published with the signature of the witness', async () => {
    await sealSome(3)
    await cosignNewest(app.ctx())
    await sealSome(2)
    await cosignNewest(app.ctx())
    const note = parseNote(await published())
    expect(note && verifiedSignature(note, parseNoteVerifier(witness.key, 'cosignature'))).toBeTruthy()
    expect(await viewSealState(app.ctx())).toMatchObject({
      witness: { name: 'localhost:3001/witness', cosigned: { size: 5 } },
    })
  })

  // Covers: sealed-5
  it('are cosigned although the last signature was not stored', async () => {
    await asOwner(app.databaseUrl, 'update sealed_checkpoints set cosignature = null')
    await sealSome(1)
    await cosignNewest(app.ctx())
    expect(parseNote(await published())?.signatures).toHaveLength(2)
  })

  // Covers: sealed-5
  it('are published without it while it is away, and signed once it is back', async () => {
    await witness.server.close()
    for (let turn = 0; turn < 3; turn++) {
      await sealSome(1)
      await expect(cosignNewest(app.ctx())).rejects.toThrow('fetch failed')
    }
    expect(parseNote(await published())?.signatures).toHaveLength(1)
    await startWitness()
    await cosignNewest(app.ctx())
    expect(parseNote(await published())?.signatures).toHaveLength(2)
  })

  // Covers: sealed-5
  it('of a forked log are not cosigned', async () => {
    await asOwner(
      app.databaseUrl,
      'delete from sealed_checkpoints; delete from sealed_tiles; delete from sealed_entries; update sealed_log set size = 0; update sealed_sources set last_change = 0',
    )
    await sealSome(4)
    await expect(cosignNewest(app.ctx())).rejects.toThrow('status 422')
    expect(parseNote(await published())?.signatures).toHaveLength(1)
  })
})
