import { type StereoBlock, toSamples } from './audio.ts'

/** Peaks of each channel over the recording, from 0 to 1, in as many equal parts as WAVEFORM_POINTS. */
export interface Waveform {
  agent: number[]
  caller: number[]
}

export const WAVEFORM_POINTS = 400

/** Passes the blocks on and gathers their peaks meanwhile. */
export function measureWaveform(durationSeconds: number): {
  waveform: Waveform
  listen: (blocks: Iterable<StereoBlock>) => Generator<StereoBlock>
} {
  const length = toSamples(durationSeconds)
  const waveform: Waveform = {
    agent: new Array<number>(WAVEFORM_POINTS).fill(0),
    caller: new Array<number>(WAVEFORM_POINTS).fill(0),
  }
  function* listen(blocks: Iterable<StereoBlock>): Generator<StereoBlock> {
    let at = 0
    for (const block of blocks) {
      raise(waveform.agent, block.left, at, length)
      raise(waveform.caller, block.right, at, length)
      at += block.left.length
      yield block
    }
  }
  return { waveform, listen }
}

function raise(points: number[], samples: Float32Array, at: number, length: number): void {
  for (const [i, sample] of samples.entries()) {
    const point = Math.floor(((at + i) * WAVEFORM_POINTS) / length)
    const peak = Math.min(1, Math.ceil(Math.abs(sample) * 1_000) / 1_000)
    // A sample beyond the length has no point and is left out.
    if (peak > (points[point] ?? 1)) points[point] = peak
  }
}
