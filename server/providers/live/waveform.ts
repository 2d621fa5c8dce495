import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { MPEGDecoder } from 'mpg123-decoder'
import type { Waveform } from '../ports/voice.ts'

/** The number of points that a player draws. */
const POINTS = 400
/** Decoded per step, some milliseconds, before yielding to the event loop. */
const STEP_BYTES = 32 * 1024
/** Samples per loudness measurement. */
const MEASURE = 800
/** The loudness drawn at full height: telephone speech stays far below full scale. */
const FULL_HEIGHT = 0.35

/**
 * The loudness of both sides over a recording.
 * @param channels which channel the agent is on, where there are two; a single one counts for both
 * @throws where it is not an MP3
 */
export async function waveformOf(
  mp3: Uint8Array,
  channels: { agent: 0 | 1 } = { agent: 0 },
): Promise<Waveform> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  try {
    const meters: [Meter, Meter] = [createMeter(), createMeter()]
    for (let from = 0; from < mp3.length; from += STEP_BYTES) {
      const { channelData } = decoder.decode(mp3.subarray(from, from + STEP_BYTES))
      const [left, right] = channelData
      if (left) meters[0].add(left)
      if (left) meters[1].add(right ?? left)
      await yieldToEventLoop()
    }
    const sides = meters.map((meter) => meter.points()) as [number[], number[]] // two in, two out
    if (sides[0].length === 0) throw new Error('The recording holds no sound.')
    const [agent, caller] = channels.agent === 0 ? sides : [sides[1], sides[0]]
    return { agent, caller }
  } finally {
    decoder.free()
  }
}

interface Meter {
  add(samples: Float32Array): void
  points(): number[]
}

/** Collects short loudness measurements, because the number of samples is only available at the end. */
function createMeter(): Meter {
  const measures: number[] = []
  let sum = 0
  let count = 0
  const close = (): void => {
    measures.push(Math.sqrt(sum / count))
    sum = 0
    count = 0
  }
  return {
    add(samples) {
      for (const sample of samples) {
        sum += sample * sample
        count++
        if (count === MEASURE) close()
      }
    },
    points() {
      if (count > 0) close()
      const number = Math.min(POINTS, measures.length)
      return Array.from({ length: number }, (_, point) => {
        const from = Math.floor((point * measures.length) / number)
        const to = Math.floor(((point + 1) * measures.length) / number)
        const loudest = measures.slice(from, Math.max(to, from + 1)).reduce((a, b) => Math.max(a, b), 0)
        return Math.round(Math.min(1, loudest / FULL_HEIGHT) * 1000) / 1000
      })
    },
  }
}

/** Whether these bytes begin like an MP3 file: with a tag or a layer III frame. */
export function looksLikeMp3(bytes: Uint8Array): boolean {
  if (bytes.length < 128) return false
  const [a = 0, b = 0, c = 0] = bytes
  if (a === 0x49 && b === 0x44 && c === 0x33) return true
  return a === 0xff && (b & 0xe6) === 0xe2
}
