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

/** How many frames a recording has, and what is left over in them. */
function framesOf(durationSeconds: number): { frames: number; padding: number } {
  const length = Math.max(LEAST_SOUND, toSamples(durationSeconds))
  const frames = Math.ceil((length + LEAST_EXTRA) / FRAME_SAMPLES)
  return { frames, padding: frames * FRAME_SAMPLES - length - ENCODER_DELAY }
}

/** How large the file will be, which is known before any of it is made. */
export function mp3Bytes(durationSeconds: number): number {
  return id3Tag(durationSeconds).length + (1 + framesOf(durationSeconds).frames) * FRAME_BYTES
}

/** Parts of at least this size, of some seconds each. */
const PART_BYTES = 20_000
/** The first one is smaller: somebody waits for it. */
const FIRST_BYTES = 5_000

/**
 * Encodes blocks of `durationSeconds` in all, part by part as they come: MPEG-2 Layer III, 16 kHz, two channels, with ID3
 * and Info tags.
 */
export function* mp3Parts(
  encoder: Mp3Encoder,
  blocks: Iterable<StereoBlock>,
  durationSeconds: number,
): Generator<Buffer> {
  const { frames, padding } = framesOf(durationSeconds)
  let missing = frames * FRAME_BYTES
  let least = FIRST_BYTES
  let isFirst = true
  let waiting: Buffer[] = []
  for (const sound of encodeBlocks(encoder, blocks)) {
    const wanted = sound.subarray(0, missing)
    if (wanted.length === 0) continue
    missing -= wanted.length
    if (isFirst) {
      const info = infoFrame({
        header: wanted,
        frames,
        frameBytes: FRAME_BYTES,
        kbps: KBPS,
        delay: ENCODER_DELAY,
        padding,
      })
      waiting.push(id3Tag(durationSeconds), info)
      isFirst = false
    }
    waiting.push(wanted)
    if (missing > 0 && waiting.reduce((bytes, part) => bytes + part.length, 0) < least) continue
    yield Buffer.concat(waiting)
    waiting = []
    least = PART_BYTES
  }
  if (missing > 0) throw new Error('The MP3 encoder wrote less sound than it was given')
}

/** The frames of the blocks and of enough silence behind them to bring out all that the encoder holds back. */
function* encodeBlocks(encoder: Mp3Encoder, blocks: Iterable<StereoBlock>): Generator<Buffer> {
  encoder.configure({ channels: 2, sampleRate: SAMPLE_RATE, outputSampleRate: SAMPLE_RATE, bitrate: KBPS })
  // The encoder's answer lies in its own memory and is overwritten by the next call.
  for (const { left, right } of blocks) yield Buffer.from(encoder.encode([left, right]))
  const silence = new Float32Array(4 * FRAME_SAMPLES)
  yield Buffer.from(encoder.encode([silence, silence]))
  yield Buffer.from(encoder.finalize())
}
