// Limits of a picture by its pixels: a few bytes of a file can demand gigabytes where it is decoded.

import { numberText } from '#contract/number-text.ts'
import { FileRefused } from '#server/pdf/file-refused.ts'

/** An A4 page scanned at 600 dpi has 35 million. Browsers decode to four bytes each. */
export const MAX_PIXELS = 80_000_000
export const MAX_SIDE = 30_000

export interface PictureFrame {
  width: number
  height: number
  /** Bits of a sample. */
  depth?: number
  /** Of an animation. */
  frames?: number
}

/** Samples of 16 bits and further frames count as more pixels. @throws FileRefused */
export function requirePixels({ width, height, depth = 8, frames = 1 }: PictureFrame): void {
  if (!(width > 0 && height > 0)) throw new FileRefused('damaged')
  const pixels = width * height * (depth > 8 ? 2 : 1) * Math.max(1, frames)
  if (pixels <= MAX_PIXELS && Math.max(width, height) <= MAX_SIDE) return
  const size = `${numberText(width)} × ${numberText(height)} pixels`
  throw new FileRefused('too_many_pixels', frames > 1 ? `${size} in ${numberText(frames)} frames` : size)
}
