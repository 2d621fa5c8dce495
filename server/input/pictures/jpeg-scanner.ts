import { FileRefused } from '#server/pdf/file-refused.ts'
import { requirePixels } from './picture-limits.ts'

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
/** A decoder processes all pixels again for each scan. */
const MAX_SCANS = 400
/** Depth, height and width in a frame's segment. */
const FRAME_BYTES = 5

/** C0 to CF are frames, except three that are tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Markers inside a scan: a stuffed byte and restarts. */
const isInScan = (marker: number): boolean => marker === 0 || (marker >= 0xd0 && marker <= 0xd7)

type State = 'marker' | 'length' | 'segment' | 'scan' | 'scan_marker' | 'ended'

/** Follows the segments and scans of a JPEG as it arrives, up to its end; data that cameras append are ignored. */
export class JpegScanner {
  #state: State = 'marker'
  #start = 2
  #marker = 0
  #prefixed = false
  #length: number[] = []
  #left = 0
  #kept: number[] = []
  #framed = false
  #scans = 0

  /** @throws FileRefused */
  push(bytes: Uint8Array): void {
    let at = Math.min(this.#start, bytes.length)
    this.#start -= at
    while (at < bytes.length && this.#state !== 'ended') {
      if (this.#state === 'scan') {
        const next = bytes.indexOf(0xff, at)
        if (next < 0) return
        at = next + 1
        this.#state = 'scan_marker'
      } else if (this.#state === 'segment' && !(isFrame(this.#marker) && this.#kept.length < FRAME_BYTES)) {
        const step = Math.min(this.#left, bytes.length - at)
        at += step
        this.#left -= step
        if (this.#left === 0) this.#endSegment()
      } else {
        this.#step(bytes[at] ?? 0)
        at += 1
      }
    }
  }

  /** @throws FileRefused where the picture is cut off */
  finish(): void {
    if (this.#state !== 'ended') throw new FileRefused('damaged')
  }

  #step(byte: number): void {
    switch (this.#state) {
      case 'marker':
        if (!this.#prefixed) {
          if (byte !== 0xff) throw new FileRefused('damaged')
          this.#prefixed = true
        } else if (byte !== 0xff) this.#beginSegment(byte)
        break
      case 'length':
        this.#length.push(byte)
        if (this.#length.length === 2) this.#measure()
        break
      case 'segment':
        this.#kept.push(byte)
        this.#left -= 1
        if (this.#left === 0) this.#endSegment()
        break
      case 'scan_marker':
        if (byte === 0xff) break
        if (isInScan(byte)) this.#state = 'scan'
        else this.#beginSegment(byte)
    }
  }

  #beginSegment(marker: number): void {
    this.#prefixed = false
    if (marker === END_OF_IMAGE) {
      if (this.#scans === 0) throw new FileRefused('damaged')
      this.#state = 'ended'
      return
    }
    if (marker < 0xc0 || isInScan(marker)) throw new FileRefused('damaged')
    this.#marker = marker
    this.#length = []
    this.#kept = []
    this.#state = 'length'
  }

  #measure(): void {
    const [high = 0, low = 0] = this.#length
    this.#left = high * 256 + low - 2
    if (this.#left < 0) throw new FileRefused('damaged')
    this.#state = 'segment'
    if (this.#left === 0) this.#endSegment()
  }

  #endSegment(): void {
    if (isFrame(this.#marker)) {
      const [depth = 0, ...size] = this.#kept
      const [a = 0, b = 0, c = 0, d = 0] = size
      requirePixels({ width: c * 256 + d, height: a * 256 + b, depth })
      this.#framed = true
    }
    if (this.#marker === START_OF_SCAN) {
      this.#scans += 1
      if (!this.#framed || this.#scans > MAX_SCANS) throw new FileRefused('damaged')
    }
    this.#state = this.#marker === START_OF_SCAN ? 'scan' : 'marker'
  }
}
