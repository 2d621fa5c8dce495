import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '#server/ctx.ts'
import { cleanVault } from '#server/modules/vault/destruction.ts'
import { startVaultRun } from '#server/modules/vault/vault-runs.ts'
import type { Recording, VoiceEvent } from '#server/providers/ports/voice.ts'
import { createLine } from '#test/doubles/test-line.ts'
import { createTestApp, type TestApp, until } from '#test/test-app.ts'
import { checkNow, fileRow, runThrough, storedNames } from '#test/worlds/vault-files.ts'
import { intake } from '../intake/intake.ts'
import { fetchRecording, forgetRecording } from './fetch-recording.ts'
import { openRecording, readWaveform } from './recordings.ts'

const WAVEFORM = { agent: [0.1, 0.9, 0.2], caller: [0, 0.4, 0] }
/** The head of a frame of layer III, then sound of its own for every recording. */
const mp3 = (size: number): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xf3, 0x48, 0xc4]),
    Buffer.alloc(size - 4, createHash('sha512').update(`${size}`).digest()),
  ])

describe('the recording of a live call', () => {
  const line = createLine({ name: 'twilio' })
  let app: TestApp
  let ctx: Ctx
  let staff: Ctx
  let dataDir: string
  let now = new Date()
  let audio = mp3(300_000)
  /** How often the audio itself was requested from the vendor. */
  let fetched = 0
  let down = false
  let meanwhile: () => Promise<unknown> = async () => undefined
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'live-recordings-'))
    app = await createTestApp({ env: { DATA_DIR: dataDir, VAULT_KEY: '' }, now: () => now })
    ctx = app.ctx()
    staff = await app.staff('lender')
    Object.assign(line.provider, { recording: async () => vendorsRecording() })
    app.providers.voice.named = (name) => (name === 'twilio' ? line.provider : null)
  })
  afterAll(async () => {
    await app?.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  beforeEach(async () => {
    await ctx.db.deleteFrom('callRecordings').execute()
    await ctx.db.deleteFrom('calls').execute()
    await ctx.db.deleteFrom('vaultFiles').execute()
    await rm(join(dataDir, 'files'), { recursive: true, force: true })
    audio = mp3(300_000)
    fetched = 0
    down = false
    line.rests = null
    meanwhile = async () => undefined
  })

  async function vendorsRecording(): Promise<Recording> {
    if (down) throw new Error('503')
    return {
      bytes: audio.length,
      etag: 'theirs',
      waveform: async () => WAVEFORM,
      async read() {
        fetched += 1
        await meanwhile()
        return Readable.from([audio.subarray(0, 70_000), audio.subarray(70_000)])
      },
    }
  }

  let keys = 0
  const tell = (callId: number, ...events: object[]) =>
    intake(ctx, [
      {
        callId,
        // each is a VoiceEvent but for key and time
        events: events.map((event) => ({ key: `k${keys++}`, at: now, ...event }) as VoiceEvent),
        provider: 'twilio',
      },
    ])
  const complete = { kind: 'recording', status: 'completed', ref: 'RE1' }
  const declined = { kind: 'recording_declined' }

  async function finished(...events: object[]): Promise<number> {
    const values = { provider: 'twilio', simulated: false, toNumber: '+61491570201', dispatchedAt: now }
    const { id } = await ctx.db.insertInto('calls').values(values).returning('id').executeTakeFirstOrThrow()
    await tell(id, ...events, { kind: 'ended', outcome: 'human', durationSeconds: 60, message: null })
    return id
  }

  const stored = (callId: number) =>
    ctx.db.selectFrom('callRecordings').selectAll().where('callId', '=', callId).executeTakeFirst()
  const jobs = async () =>
    (
      await app.connection.pool.query(
        `select key, max_attempts from graphile_worker.jobs where task_identifier = 'fetch_recording' order by id`,
      )
    ).rows
  async function bytesOf(callId: number, range?: { start: number; end: number }): Promise<Buffer> {
    const recording = await openRecording(staff, callId)
    const chunks: Buffer[] = []
    for await (const chunk of await recording.read(range ?? { start: 0, end: recording.bytes - 1 }))
      chunks.push(chunk as Buffer) // no encoding was set
    return Buffer.concat(chunks)
  }

  // Covers: calls-live-providers-10
  it('is read from there, whole and in parts, though the vendor is gone', async () => {
    const callId = await finished(complete)
    await fetchRecording(ctx, callId)
    app.providers.voice.named = () => null
    try {
      expect((await bytesOf(callId)).equals(audio)).toBe(true)
      for (const [start, end] of [
        [0, 0],
        [65_530, 65_545],
        [131_000, 299_999],
        [299_999, 299_999],
      ] as const) {
        expect(
          (await bytesOf(callId, { start, end })).equals(audio.subarray(start, end + 1)),
          `${start}`,
        ).toBe(true)
      }
      const recording = await openRecording(staff, callId)
      expect(recording.etag).toBe(createHash('sha256').update(audio).digest('hex'))
      expect(await readWaveform(staff, callId)).toEqual({ ...WAVEFORM, ready: 1 })
    } finally {
      app.providers.voice.named = (name) => (name === 'twilio' ? line.provider : null)
    }
    expect(fetched).toBe(1)
  })

  it('is deleted at the vendor an hour after it was kept, and never before it is', async () => {
    const forgotten: object[] = []
    Object.assign(line.provider, { forget: async (call: object) => void forgotten.push(call) })
    const callId = await finished(complete)
    await forgetRecording(ctx, callId)
    expect(forgotten).toEqual([])
    await fetchRecording(ctx, callId)
    await forgetRecording(ctx, callId)
    expect(forgotten).toMatchObject([{ ref: expect.any(String) }])
    const { rows } = await app.connection.pool.query(
      'select run_at from graphile_worker.jobs where key = $1',
      [`forget_recording:${callId}`],
    )
    expect(rows).toEqual([{ run_at: new Date(now.getTime() + 3_600_000) }])
  })

  // Covers: calls-live-providers-10
  it('that no job has fetched yet is fetched when it is asked for, once for all who ask at once', async () => {
    const callId = await finished(complete)
    const parts = await Promise.all(
      [0, 1, 2, 3].map((n) => bytesOf(callId, { start: n * 75_000, end: n * 75_000 + 74_999 })),
    )
    expect(Buffer.concat(parts).equals(audio)).toBe(true)
    expect(fetched).toBe(1)
    expect(await storedNames(dataDir)).toHaveLength(1)
  })

  // Covers: running-28
  it('that there is no room for says so, and is there when there is', async () => {
    const callId = await finished(complete)
    const { files } = app.providers
    const { put } = files
    files.put = () => Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' }))
    try {
      await expect(bytesOf(callId)).rejects.toMatchObject({ code: 'no_space', status: 507 })
    } finally {
      files.put = put
    }
    expect((await bytesOf(callId)).equals(audio)).toBe(true)
  })

  // Covers: calls-live-providers-10
  it('that cannot be had now says so, and is there when the vendor is back', async () => {
    const callId = await finished(complete)
    down = true
    await expect(bytesOf(callId)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(fetchRecording(ctx, callId)).rejects.toThrow('503')
    down = false
    line.rests = new Date(Date.now() + 60_000)
    await expect(fetchRecording(ctx, callId)).rejects.toThrow('twilio rests until')
    line.rests = null
    expect((await bytesOf(callId)).length).toBe(audio.length)
  })

  // Covers: calls-live-providers-10
  it('two processes fetch it: one copy stays', async () => {
    const callId = await finished(complete)
    const both = Promise.withResolvers<void>()
    // neither is done before the other has begun
    meanwhile = async () => {
      if (fetched === 2) both.resolve()
      await both.promise
    }
    await Promise.all([fetchRecording(ctx, callId), fetchRecording(ctx, callId)])
    expect(fetched).toBe(2)
    expect(await storedNames(dataDir)).toHaveLength(1)
    expect(await ctx.db.selectFrom('vaultFiles').select('id').execute()).toHaveLength(1)
  })

  // Covers: calls-live-providers-11
  it('that the person refused is never fetched, also where the vendor has one', async () => {
    const callId = await finished(declined, complete)
    expect((await jobs()).map(({ key }) => key)).not.toContain(`fetch_recording:${callId}`)
    await fetchRecording(ctx, callId)
    await expect(openRecording(staff, callId)).rejects.toMatchObject({ code: 'not_found' })
    expect(fetched).toBe(0)
  })

  // Covers: calls-live-providers-11
  it('is given up where the refusal comes late: while it is fetched, or after', async () => {
    const first = await finished(complete)
    meanwhile = () => tell(first, declined)
    await fetchRecording(ctx, first)
    expect(await stored(first)).toBeUndefined()
    expect(await storedNames(dataDir)).toEqual([])
    meanwhile = async () => undefined
    const second = await finished(complete)
    await fetchRecording(ctx, second)
    await tell(second, declined)
    expect(await stored(second)).toBeUndefined()
    await expect(openRecording(staff, second)).rejects.toMatchObject({ code: 'not_found' })
    await cleanVault(ctx)
    expect(await storedNames(dataDir)).toEqual([])
  })

  // Covers: calls-live-providers-10
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a page that says no', Buffer.from('<html>403 Forbidden</html>')],
  ])('is not kept where the vendor sends %s', async (_what, sent) => {
    const callId = await finished(complete)
    audio = sent
    await expect(fetchRecording(ctx, callId)).rejects.toThrow('did not send a valid recording')
    expect(await ctx.db.selectFrom('vaultFiles').select('id').execute()).toEqual([])
  })

  // Covers: calls-live-providers-10
  it('outlives the clean-up, passes the integrity check and a change of keys', async () => {
    const callId = await finished(complete)
    await fetchRecording(ctx, callId)
    now = new Date(now.getTime() + 3 * 86_400_000)
    await cleanVault(ctx)
    expect(await checkNow(ctx, 'integrity')).toMatchObject({ status: 'done', faults: 0 })
    const before = await storedNames(dataDir)
    const admin = await app.staff('admin')
    const run = await startVaultRun(admin, 'rotation')
    expect(await runThrough(ctx, run.id)).toMatchObject({ status: 'done', faults: 0 })
    expect(await storedNames(dataDir)).not.toEqual(before)
    expect((await bytesOf(callId)).equals(audio)).toBe(true)
  })

  // last: from here on the workers run
  // Covers: calls-live-providers-10
  it('is fetched by one job once it is complete, and lies in the vault so that nobody else reads it', async () => {
    const callId = await finished(complete)
    await tell(callId, { kind: 'cost', amount: '0.02', currency: 'USD' }, complete)
    expect((await jobs()).filter(({ key }) => key.endsWith(`:${callId}`))).toEqual([
      { key: `fetch_recording:${callId}`, max_attempts: 18 },
    ])
    await app.startWorkers()
    await until('the job has fetched it', async () => (await stored(callId)) !== undefined)
    const row = await fileRow(ctx, (await stored(callId))?.fileId ?? 0)
    expect(row).toMatchObject({
      mediaType: 'audio/mpeg',
      bytes: audio.length,
      attachedAt: now,
      releasedAt: null,
    })
    const [name] = await storedNames(dataDir)
    const raw = await readFile(join(dataDir, 'files', name ?? ''))
    expect(raw.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(raw.includes(audio.subarray(100, 164))).toBe(false)
    expect(fetched).toBe(1)
  })
})
