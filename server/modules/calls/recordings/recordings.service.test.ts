import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CallDetails } from '#contract/calls/calls.ts'
import { mp3Seconds } from '#test/mp3-length.ts'
import { PATIENCE } from '#test/patience.ts'
import { serveCalls } from '#test/worlds/calls-server.ts'
import { type CallsWorld, createCallsWorld } from '#test/worlds/calls-world.ts'
import { keptRecordings } from '../kept-calls.ts'

describe('the recording of a call', () => {
  let world: CallsWorld
  let server: FastifyInstance
  let callId: number
  let lateness = 0
  beforeAll(async () => {
    world = await createCallsWorld({ now: () => new Date(Date.now() + lateness) })
    server = await serveCalls(world)
    callId = await world.call('+61255500009')
    await world.pass(700)
  })
  afterAll(async () => {
    await server?.close()
    await world?.close()
  })
  const get = (url: string, headers: Record<string, string> = {}, role = 'lender') =>
    server.inject({ url, headers: { ...(role && { 'x-role': role }), ...headers } })
  const recording = (headers?: Record<string, string>, role?: string) =>
    get(`/api/calls/${callId}/recording`, headers, role)

  // Covers: call-11
  it('is an MP3 file where the call says, as long as the call', async () => {
    const call = (await get(`/api/calls/${callId}`)).json<CallDetails>()
    expect(call.recordingUrl).toBe(`/api/calls/${callId}/recording`)
    const answer = await recording({ 'accept-encoding': 'gzip, br' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'content-length': String(answer.rawPayload.length),
    })
    expect(answer.headers['content-encoding']).toBeUndefined()
    const seconds = await mp3Seconds(answer.rawPayload)
    expect(call.duration).toBeGreaterThan(2)
    expect(Math.abs(seconds - (call.duration ?? 0))).toBeLessThan(0.2)
  })

  // Covers: call-details-3
  it('is served in parts that make up the whole', async () => {
    const whole = (await recording()).rawPayload
    const parts: Buffer[] = []
    for (let start = 0; start < whole.length; start += 5000) {
      const answer = await recording({ range: `bytes=${start}-${start + 4999}` })
      expect(answer.statusCode).toBe(206)
      const end = Math.min(start + 4999, whole.length - 1)
      expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/${whole.length}`)
      parts.push(answer.rawPayload)
    }
    const sha = (data: Buffer) => createHash('sha256').update(data).digest('hex')
    expect(sha(Buffer.concat(parts))).toBe(sha(whole))
    expect((await recording({ range: 'bytes=-10' })).rawPayload).toEqual(whole.subarray(-10))
  })

  // Covers: call-details-3
  it('says how long it is where the asked part lies beyond its end', async () => {
    const { length } = (await recording()).rawPayload
    const answer = await recording({ range: `bytes=${length}-` })
    expect(answer.statusCode).toBe(416)
    expect(answer.headers['content-range']).toBe(`bytes */${length}`)
  })

  // Covers: call-details-3
  it('is saved under the name of the specification', async () => {
    const answer = await get(`/api/calls/${callId}/recording?download`)
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="call-recording-${callId}.mp3"`)
    expect((await recording()).headers['content-disposition']).toMatch(/^inline/)
  })

  it('has a waveform of both channels', async () => {
    const { agent, caller, ready } = (await get(`/api/calls/${callId}/waveform`)).json()
    expect(ready).toBe(1)
    expect(agent).toHaveLength(caller.length)
    expect(Math.max(...agent)).toBeGreaterThan(0.05)
  })

  describe('of a simulated call', () => {
    const ended = async () => {
      const other = await world.call('+61255500009')
      await world.pass(700)
      return other
    }
    const waveform = async (id: number) => get(`/api/calls/${id}/waveform`)
    const isReady = (id: number) =>
      vi.waitFor(async () => expect((await waveform(id)).json().ready).toBe(1), PATIENCE)
    const files = () => world.db.selectFrom('vaultFiles').select(['id', 'bytes']).orderBy('id').execute()

    // Covers: call-details-4
    it('is rendered when its waveform is first requested, with progress, and kept encrypted', async () => {
      const other = await ended()
      const before = await files()
      expect((await waveform(other)).json()).toEqual({ agent: [], caller: [], ready: 0 })
      const rendered: number[] = []
      await vi.waitFor(
        async () => {
          rendered.push((await waveform(other)).json().ready)
          expect(rendered.at(-1)).toBe(1)
        },
        { ...PATIENCE, interval: 5 },
      )
      expect(rendered).toEqual(rendered.toSorted((a, b) => a - b))
      expect(rendered.some((ready) => ready > 0 && ready < 1)).toBe(true)
      const [file, ...more] = (await files()).slice(before.length)
      expect(more).toEqual([])
      const { rawPayload } = await get(`/api/calls/${other}/recording`)
      expect(file?.bytes).toBe(rawPayload.length)
      const names = await readdir(join(world.dataDir, 'files'))
      for (const name of names) {
        const kept = await readFile(join(world.dataDir, 'files', name))
        expect(kept.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
      }
    })

    // Covers: call-details-4
    it('is rendered once for all requests and served from the vault afterwards', async () => {
      const other = await ended()
      const render = vi.spyOn(world.simulator, 'recording')
      try {
        const read = async () => (await get(`/api/calls/${other}/recording`)).rawPayload
        const [first, second] = await Promise.all([read(), read(), waveform(other)])
        expect(second).toEqual(first)
        expect(await read()).toEqual(first)
        expect(render).toHaveBeenCalledTimes(1)
      } finally {
        render.mockRestore()
      }
    })

    // Covers: call-details-4
    it('that cannot be rendered is reported once to the screen that waits, and tried again', async () => {
      const other = await ended()
      const render = vi.spyOn(world.simulator, 'recording').mockRejectedValueOnce(new Error('no voice'))
      try {
        expect((await waveform(other)).statusCode).toBe(200)
        await vi.waitFor(async () => {
          const { statusCode, headers } = await waveform(other)
          expect([statusCode, headers['retry-after']]).toEqual([503, '60'])
        }, PATIENCE)
        await isReady(other)
        expect(render).toHaveBeenCalledTimes(2)
      } finally {
        render.mockRestore()
      }
    })

    // Covers: call-12
    it('is given up when the recording is removed while it is rendered', async () => {
      const other = await ended()
      const before = await files()
      const { recording } = world.simulator
      const render = vi.spyOn(world.simulator, 'recording').mockImplementation(async (call) => {
        const rendered = await recording(call)
        await world.ctx.tx(async (tx) => keptRecordings[0]?.remove(tx, [String(other)]))
        return rendered
      })
      try {
        expect((await get(`/api/calls/${other}/recording`)).statusCode).toBe(404)
        expect(await files()).toEqual(before)
      } finally {
        render.mockRestore()
      }
    })
  })

  it.each([
    ['viewer', 403],
    ['', 401],
    ['compliance', 200],
    ['admin', 200],
  ])('asked for by "%s" is answered with %i', async (role, status) => {
    expect((await recording({}, role)).statusCode).toBe(status)
    expect((await get(`/api/calls/${callId}/waveform`, {}, role)).statusCode).toBe(status)
  })

  it('that does not exist is 404 with the words of the player', async () => {
    const silent = await world.call('+61255500000')
    await world.pass(700)
    const answer = await get(`/api/calls/${silent}/recording`)
    expect(answer.statusCode).toBe(404)
    expect(answer.json().message).toBe('No recording available for this call')
    expect((await get('/api/calls/2000000/recording')).statusCode).toBe(404)
  })

  // Covers: roles-audit-7
  it('leaves one row in the audit log for each person and hour, however many parts are read at once', async () => {
    const other = await world.call('+61255500009')
    await world.pass(700)
    const rows = async () =>
      world.db
        .selectFrom('auditLog')
        .select('actor')
        .where('action', '=', 'recording.read')
        .where('subjectId', '=', String(other))
        .orderBy('id')
        .execute()
    const read = (role: string) => get(`/api/calls/${other}/recording`, { range: 'bytes=0-9' }, role)
    await Promise.all([read('lender'), read('lender'), read('lender'), read('admin')])
    expect((await rows()).map(({ actor }) => actor).toSorted()).toEqual([
      'admin@staff.example',
      'lender@staff.example',
    ])
    lateness += 3_700_000
    await read('lender')
    expect(await rows()).toHaveLength(3)
  })
})
