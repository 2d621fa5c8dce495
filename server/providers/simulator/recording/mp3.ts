import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createEncoder, type WasmMediaEncoder } from 'wasm-media-encoders'
import { SAMPLE_RATE, type StereoBlock, toSamples } from './audio.ts'
import { id3Tag, infoFrame } from './mp3-tags.ts'

export type Mp3Encoder = WasmMediaEncoder<'audio/mpeg'>

/** Constant, so that a player finds any second without reading on: 5 kB a second, 180 bytes a frame. */
const KBPS = 40
const FRAME_SAMPLES = 576
export const FRAME_BYTES = (FRAME_SAMPLES * KBPS * 125) / SAMPLE_RATE

/** LAME begins 576 samples late and a decoder 529 more, so this much more than the sound has to be encoded. */
const ENCODER_DELAY = 576
/** Rounded up to frames it adds 64 to 96 ms, which players that read the Info frame leave out again. */
const LEAST_EXTRA = 1_024
/** A browser takes a file of fewer than three frames for an endless stream, so no call at all is 36 ms long. */
const LEAST_SOUND = FRAME_SAMPLES

export async function loadMp3Encoder(): Promise<Mp3Encoder> {
  const file = fileURLToPath(import.meta.resolve('wasm-media-encoders/wasm/mp3'))
  return createEncoder('audio/mpeg', await readFile(file))
}

/** Encodes blocks of `durationSeconds` in all: MPEG-2 Layer III, 16 kHz, two channels, with ID3 and Info tags. */
export function encodeMp3(
  encoder: Mp3Encoder,
  blocks: Iterable<StereoBlock>,
  durationSeconds: number,
): Buffer {
  const length = Math.max(LEAST_SOUND, toSamples(durationSeconds))
  const frames = Math.ceil((length + LEAST_EXTRA) / FRAME_SAMPLES)
  const sound = encodeFrames(encoder, blocks).subarray(0, frames * FRAME_BYTES)
  if (sound.length < frames * FRAME_BYTES)
    throw new Error('The MP3 encoder wrote less sound than it was given')
  const padding = frames * FRAME_SAMPLES - length - ENCODER_DELAY
  const info = infoFrame({ sound, frameBytes: FRAME_BYTES, kbps: KBPS, delay: ENCODER_DELAY, padding })
  return Buffer.concat([id3Tag(durationSeconds), info, sound])
}

/** The frames of the blocks and of enough silence behind them to bring out all that the encoder holds back. */
function encodeFrames(encoder: Mp3Encoder, blocks: Iterable<StereoBlock>): Buffer {
  encoder.configure({ channels: 2, sampleRate: SAMPLE_RATE, outputSampleRate: SAMPLE_RATE, bitrate: KBPS })
  const parts: Uint8Array[] = []
  // The encoder's answer lies in its own memory and is overwritten by the next call.
  for (const { left, right } of blocks) parts.push(encoder.encode([left, right]).slice())
  const silence = new Float32Array(4 * FRAME_SAMPLES)
  parts.push(encoder.encode([silence, silence]).slice())
  parts.push(encoder.finalize().slice())
  return Buffer.concat(parts)
}
