import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createEncoder, type WasmMediaEncoder } from 'wasm-media-encoders'
import type { CallSound } from './mix.ts'
import { SAMPLE_RATE } from './speech.ts'

export type Mp3Encoder = WasmMediaEncoder<'audio/mpeg'>

/** Constant, so that a player computes length and position from bytes alone: 5 kB a second. */
const KBPS = 40
/** Encoded per step, ten seconds: the samples are copied as floating point numbers. */
const STEP = 10 * SAMPLE_RATE

export async function loadMp3Encoder(): Promise<Mp3Encoder> {
  const file = fileURLToPath(import.meta.resolve('wasm-media-encoders/wasm/mp3'))
  return createEncoder('audio/mpeg', await readFile(file))
}

/**
 * Encodes the agent on the left and the person called on the right. The same sound gives the same bytes.
 * @param onStep receives the fraction of the sound done
 */
export function encodeMp3(
  encoder: Mp3Encoder,
  { agent, caller }: CallSound,
  onStep: (done: number) => void = () => undefined,
): Buffer {
  encoder.configure({ channels: 2, sampleRate: SAMPLE_RATE, outputSampleRate: SAMPLE_RATE, bitrate: KBPS })
  const parts: Buffer[] = []
  for (let at = 0; at < agent.length; at += STEP) {
    const step = [agent, caller].map((side) =>
      Float32Array.from(side.subarray(at, at + STEP), (sample) => sample / 0x8000),
    )
    // the result is a view of the encoder's memory, which the next call overwrites
    parts.push(Buffer.from(encoder.encode(step)))
    onStep(Math.min(1, (at + STEP) / agent.length))
  }
  parts.push(Buffer.from(encoder.finalize()))
  return Buffer.concat(parts)
}
