import { SAMPLE_RATE } from './audio.ts'

/** Seeded random numbers from 0 to 1 (mulberry32): the same on every machine, unlike Math.random. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** Adds the caller's room to a block, continuing where the block before ended. */
export type Ambience = (block: Float32Array) => void

/** About -48 dBFS: to be heard on headphones behind the keys, but not to be listened to. */
const ROOM_LEVEL = 0.004

/** A room on the far end: noise whose colour and swell follow from the seed. */
export function createAmbience(seed: number): Ambience {
  const random = randomNumbers(seed)
  const darkness = 0.7 + 0.25 * random()
  const swellTurn = (2 * Math.PI) / (SAMPLE_RATE * (5 + 10 * random()))
  // Keeps the loudness of darker noise, which the averaging below makes quieter.
  const gain = ROOM_LEVEL * Math.sqrt((3 * (1 + darkness)) / (1 - darkness))
  let noise = 0
  let at = 0
  return (block) => {
    for (let i = 0; i < block.length; i++, at++) {
      noise = darkness * noise + (1 - darkness) * (2 * random() - 1)
      const swell = 0.75 + 0.25 * Math.sin(at * swellTurn)
      // Every index below the length holds a sample.
      block[i] = (block[i] as number) + gain * swell * noise
    }
  }
}

/** A second-order section, after R. Bristow-Johnson's Audio EQ Cookbook, with Butterworth damping. */
function section(kind: 'lowpass' | 'highpass', frequency: number): (sample: number) => number {
  const turn = (2 * Math.PI * frequency) / SAMPLE_RATE
  const cos = Math.cos(turn)
  const alpha = Math.sin(turn) * Math.SQRT1_2
  const sum = kind === 'lowpass' ? 1 - cos : -(1 + cos)
  const b0 = Math.abs(sum) / 2
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  return (x) => {
    const y = (b0 * (x + x2) + sum * x1 + 2 * cos * y1 - (1 - alpha) * y2) / (1 + alpha)
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    return y
  }
}

/** Narrows a block to what a phone line carries, 300 to 3,400 Hz, continuing from the block before. */
export function createPhoneLine(): (block: Float32Array) => void {
  const high = section('highpass', 300)
  const low = section('lowpass', 3_400)
  return (block) => {
    for (let i = 0; i < block.length; i++) block[i] = low(high(block[i] as number)) // index below the length
  }
}
