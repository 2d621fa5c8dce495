import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createProgress } from '#server/platform/worker-thread.ts'
import type { Recording } from '#server/providers/ports/voice.ts'
import { mp3Seconds } from '#test/mp3-length.ts'
import { PATIENCE } from '#test/patience.ts'
import { createRecordingRenderer, type RecordingRenderer, type RecordingRendererOptions } from './renderer.ts'
import type { RecordingScore } from './score.ts'

let folder: string
let open: RecordingRenderer[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'renderer-test-'))
  // the synthesiser's scratch folder is created here, so that its remains can be seen
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

const bytesOf = async (recording: Recording): Promise<Buffer> =>
  buffer(await recording.read({ start: 0, end: recording.bytes - 1 }))

describe('the file', () => {
  // Covers: call-11
  test('is the same, byte for byte, from two renderers', async () => {
    const one = openRenderer()
    const first = await one.render(callOf(7))
    const two = openRenderer()
    await two.render(callOf(3, 9))
    const second = await two.render(callOf(7))
    expect((await bytesOf(second)).equals(await bytesOf(first))).toBe(true)
    expect(second.etag).toBe(first.etag)
    expect(await second.waveform()).toEqual(await first.waveform())
  })

  test('is as long as the call, with a waveform of both sides', async () => {
    const renderer = openRenderer()
    for (const seconds of [0, 1, 7, 63]) {
      const recording = await renderer.render(callOf(seconds))
      const played = await mp3Seconds(await bytesOf(recording))
      expect(Math.abs(played - (seconds || 0.1))).toBeLessThan(0.15)
      const { agent, caller } = await recording.waveform()
      expect(agent.length).toBe(caller.length)
      expect(Math.max(...agent) > 0.1).toBe(seconds >= 7)
      expect(Math.max(...caller) > 0.1).toBe(seconds >= 1)
    }
  })
})

// Covers: call-details-4
test('renders one recording at a time and reports the fraction done', async () => {
  const renderer = openRenderer()
  const [first, second] = [createProgress(), createProgress()]
  const both = [renderer.render(callOf(7, 1), first), renderer.render(callOf(7, 2), second)]
  await both[0]
  expect([first[0], second[0]]).toEqual([expect.closeTo(0.9), 0])
  await both[1]
  expect(second[0]).toBeCloseTo(0.9)
})

describe('the thread', () => {
  const scratchFolders = () => readdir(join(folder, 'scratch'))

  // Covers: call-12
  test('leaves no speech on a disk, ends when idle, and starts again on request', async () => {
    const renderer = openRenderer({ idleMs: 300 })
    await renderer.render(callOf(3, 1))
    const [scratch = ''] = await scratchFolders()
    expect(await readdir(join(folder, 'scratch', scratch))).toEqual([])
    await vi.waitFor(async () => expect(await scratchFolders()).toEqual([]), PATIENCE)
    expect((await renderer.render(callOf(1, 2))).bytes).toBeGreaterThan(5_000)
  })

  test('is stopped when a recording takes too long, and leaves nothing behind', async () => {
    const renderer = openRenderer({ timeoutMs: 1 })
    await expect(renderer.render(callOf(60))).rejects.toThrow('no answer within 1 ms')
    await vi.waitFor(async () => expect(await scratchFolders()).toEqual([]), PATIENCE)
  })

  test('rejects queued and new renderings when it is closed', async () => {
    const renderer = openRenderer()
    const waiting = [renderer.render(callOf(60, 1)), renderer.render(callOf(60, 2))]
    const refused = Promise.all(
      waiting.map((render) => expect(render).rejects.toThrow('The server is stopping')),
    )
    await vi.waitFor(async () => expect(await scratchFolders()).toHaveLength(1), PATIENCE)
    await renderer.close()
    await refused
    await expect(renderer.render(callOf(1))).rejects.toThrow('The server is stopping')
  })
})
