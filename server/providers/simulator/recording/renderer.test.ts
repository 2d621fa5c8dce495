import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Recording as Playable } from '#server/providers/ports/voice.ts'
import { mp3Frames } from './mp3-frames.ts'
import { createRecordingRenderer, type RecordingRenderer, type RecordingRendererOptions } from './renderer.ts'
import type { RecordingScore } from './score.ts'

let folder: string
let open: RecordingRenderer[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'renderer-test-'))
  // The synthesiser's scratch folder is made here, so that what is left of it can be seen.
  vi.stubEnv('TMPDIR', join(folder, 'scratch'))
  await mkdir(join(folder, 'scratch'))
  open = []
})

afterEach(async () => {
  for (const renderer of open) await renderer.close()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

function openRenderer(options: RecordingRendererOptions = {}): RecordingRenderer {
  const renderer = createRecordingRenderer(options)
  open.push(renderer)
  return renderer
}

function callOf(durationSeconds: number, seed = 1): RecordingScore {
  return {
    seed,
    voice: 'rms',
    durationSeconds,
    lines: [
      { at: 0.5, speaker: 'caller', text: 'Hello, Priya speaking.' },
      { at: 2.5, speaker: 'agent', text: 'Hi, this is Alex, an AI assistant calling for Harbour Lending.' },
      { at: 6, speaker: 'caller', key: '2' },
    ],
  }
}

describe('the file', () => {
  test('is the same, byte for byte, from two renderers that know nothing of each other', async () => {
    const one = openRenderer()
    const first = await one.render(callOf(7))
    const two = openRenderer()
    await two.render(callOf(3, 9))
    const second = await two.render(callOf(7))
    expect(Buffer.from(second.mp3).equals(first.mp3)).toBe(true)
    expect(second.waveform).toEqual(first.waveform)
  })

  test('is as long as the call, and what is said of it is so', async () => {
    const renderer = openRenderer()
    for (const seconds of [0, 1, 7, 63]) {
      const { mp3, bytes, sha256, waveform } = await renderer.render(callOf(seconds))
      const played = mp3Frames(Buffer.from(mp3)).slice(1).length * (576 / 16_000)
      expect(Math.abs(played - (seconds || 0.036))).toBeLessThan(0.1)
      expect(bytes).toBe(mp3.length)
      expect(sha256).toBe(createHash('sha256').update(mp3).digest('hex'))
      expect(Math.max(...waveform.agent) > 0.1).toBe(seconds === 7 || seconds === 63)
    }
  })
})

describe('the cache', () => {
  test('answers the same score once, asked twice at once and again later', async () => {
    const renderer = openRenderer()
    const [first, second] = await Promise.all([renderer.render(callOf(2)), renderer.render(callOf(2))])
    expect(second).toBe(first)
    const shuffled = Object.fromEntries(Object.entries(callOf(2)).reverse()) as unknown as RecordingScore // same keys
    expect(await renderer.render(shuffled)).toBe(first)
  })

  test('removes what was used longest ago when it is full', async () => {
    const renderer = openRenderer({ maxCacheBytes: 25_000 })
    const used = await renderer.render(callOf(2, 1))
    const old = await renderer.render(callOf(2, 2))
    await renderer.render(callOf(2, 1))
    await renderer.render(callOf(2, 3))
    expect(await renderer.render(callOf(2, 1))).toBe(used)
    expect(await renderer.render(callOf(2, 2))).not.toBe(old)
  })

  test('keeps nothing for long, and nothing that was said on a disk', async () => {
    const renderer = openRenderer({ keptMs: 1 })
    const first = await renderer.render(callOf(2))
    const [scratch = ''] = await readdir(join(folder, 'scratch'))
    expect(await readdir(join(folder, 'scratch', scratch))).toEqual([])
    await vi.waitFor(async () => expect(await renderer.render(callOf(2))).not.toBe(first))
  })
})

describe('a recording that is being made', () => {
  const read = async (recording: Playable, start: number, end: number) =>
    Buffer.concat(await (await recording.read({ start, end })).toArray())

  test('is read from the front before its end is there, and is the file that is kept', async () => {
    const renderer = openRenderer()
    const recording = await renderer.open(callOf(60))
    expect(recording.soFar?.()).toMatchObject({ ready: 0 })
    expect((await read(recording, 0, 999)).length).toBe(1_000)
    const { ready = 1, waveform } = recording.soFar?.() ?? {}
    expect(ready).toBeLessThan(0.9)
    expect(Math.max(...(waveform?.caller ?? []))).toBeGreaterThan(0.1)
    const [growing, tail] = await Promise.all([
      read(recording, 0, recording.bytes - 1),
      read(recording, recording.bytes - 9, recording.bytes - 1),
    ])
    expect(tail).toEqual(growing.subarray(-9))
    expect(recording.soFar?.().ready).toBe(1)
    expect(Buffer.from((await renderer.render(callOf(60))).mp3).equals(growing)).toBe(true)
    const kept = await renderer.open(callOf(60))
    expect([kept.soFar, kept.bytes, kept.etag]).toEqual([undefined, recording.bytes, recording.etag])
    expect(await kept.waveform()).toEqual(await recording.waveform())
  })

  test('is made once, however many ask', async () => {
    const renderer = openRenderer()
    const [first, second] = await Promise.all([renderer.open(callOf(2)), renderer.open(callOf(2))])
    expect(second).toBe(first)
  })

  test('that fails says so to who reads it and to the next who asks, and is then tried again', async () => {
    const renderer = openRenderer({ timeoutMs: 1 })
    const recording = await renderer.open(callOf(600))
    await expect(recording.read({ start: 0, end: 9 })).rejects.toThrow('took longer than 0.001 s')
    await expect(recording.waveform()).rejects.toThrow('took longer than 0.001 s')
    await expect(renderer.open(callOf(600))).rejects.toThrow('took longer than 0.001 s')
    expect((await renderer.open(callOf(600))).soFar?.().ready).toBe(0)
  })
})

describe('the thread', () => {
  const scratchFolders = () => readdir(join(folder, 'scratch'))

  test('ends when nothing was asked of it for a while, and starts again when asked', async () => {
    const renderer = openRenderer({ idleMs: 1 })
    await renderer.render(callOf(1, 1))
    await vi.waitFor(async () => expect(await scratchFolders()).toEqual([]), { timeout: 10_000 })
    expect((await renderer.render(callOf(1, 2))).bytes).toBeGreaterThan(5_000)
  })

  test('is stopped when a recording takes too long, with a clear error and nothing left behind', async () => {
    const renderer = openRenderer({ timeoutMs: 1 })
    await expect(renderer.render(callOf(60))).rejects.toThrow(
      'Rendering the recording took longer than 0.001 s and was stopped. Try again.',
    )
    await vi.waitFor(async () => expect(await scratchFolders()).toEqual([]), { timeout: 10_000 })
  })

  test('refuses what waits and what comes when it is closed', async () => {
    const renderer = openRenderer()
    const waiting = [renderer.render(callOf(60, 1)), renderer.render(callOf(60, 2))]
    const refused = Promise.all(
      waiting.map((render) => expect(render).rejects.toThrow('the server is stopping')),
    )
    await vi.waitFor(async () => expect(await scratchFolders()).toHaveLength(1), { timeout: 10_000 })
    await renderer.close()
    await refused
    await expect(renderer.render(callOf(1))).rejects.toThrow('the server is stopping')
  })
})

test.each([
  ['durationSeconds', { durationSeconds: 601 }],
  ['durationSeconds', { durationSeconds: 1.5 }],
  ['seed', { seed: -1 }],
  ['lines', { lines: [{ at: 1, speaker: 'caller', key: '12' }] }],
])('a score with a wrong %s is refused', async (field, wrong) => {
  const score = { ...callOf(5), ...wrong } as RecordingScore // wrong on purpose
  await expect(openRenderer().render(score)).rejects.toThrow(`at ${field}`)
})
