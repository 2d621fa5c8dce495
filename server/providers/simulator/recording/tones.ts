import { SAMPLE_RATE, toSamples } from './audio.ts'
import type { DtmfKey } from './score.ts'

/** How long a key sounds, in seconds: a person's press; ITU-T Q.24 asks for at least 0.04. */
export const KEY_SECONDS = 0.2

/** Low and high tone of each key in hertz, ITU-T Q.23. */
export const dtmfTones: Record<DtmfKey, [low: number, high: number]> = {
  '1': [697, 1209],
  '2': [697, 1336],
  '3': [697, 1477],
  '4': [770, 1209],
  '5': [770, 1336],
  '6': [770, 1477],
  '7': [852, 1209],
  '8': [852, 1336],
  '9': [852, 1477],
  '*': [941, 1209],
  '0': [941, 1336],
  '#': [941, 1477],
}

/** A phone sends the high tone 2 dB louder than the low one. */
const LOW_LEVEL = 0.16
const HIGH_LEVEL = 0.2
const EDGE_SECONDS = 0.005

/** The samples of one key, from -1 to 1, with soft edges so that it does not click. */
export function keyTone(key: DtmfKey): Float32Array {
  const [low, high] = dtmfTones[key]
  const tone = new Float32Array(toSamples(KEY_SECONDS))
  const edge = toSamples(EDGE_SECONDS)
  for (let i = 0; i < tone.length; i++) {
    const turn = (2 * Math.PI * i) / SAMPLE_RATE
    const envelope = Math.min(1, (i + 1) / edge, (tone.length - i) / edge)
    tone[i] = envelope * (LOW_LEVEL * Math.sin(low * turn) + HIGH_LEVEL * Math.sin(high * turn))
  }
  return tone
}
