/** Samples a second of everything that is rendered: the rate of flite's voices, twice that of a phone line. */
export const SAMPLE_RATE = 16_000

/** Samples of both channels for the same moments, from -1 to 1. */
export interface StereoBlock {
  left: Float32Array
  right: Float32Array
}

export function toSamples(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE)
}
