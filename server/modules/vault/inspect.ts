import { createHash } from 'node:crypto'
import { JpegScanner } from '#server/input/pictures/jpeg-scanner.ts'
import { PngScanner } from '#server/input/pictures/png-scanner.ts'
import { FileRefused } from '#server/pdf/file-refused.ts'
import { PdfScanner } from '#server/pdf/scanner.ts'
import { SolidTail } from '#server/pdf/solid-tail.ts'
import { ScannerUnavailable, type ScanSession, type VirusScanner } from '#server/providers/ports/scanner.ts'
import { HEAD_BYTES, type MediaType, sniff, TAIL_BYTES, typeOf } from './media-type.rules.ts'
import { secondKindInEnds, secondKindInFront, ZIP_AT_END, ZipEnds } from './polyglots.rules.ts'

export interface Inspection {
  /** The unchanged bytes, inspected as they pass. Iterating throws FileRefused as soon as a fault is found. */
  content: AsyncIterable<Uint8Array>
  /** After the last byte. */
  result(): Inspected
}

export interface Inspected {
  mediaType: MediaType
  bytes: number
  sha256: Buffer
}

export interface InspectionOptions {
  /** Bytes at most. */
  limit: number
  /** Accepted media types. */
  allowedTypes: readonly string[]
  /** null: the file is not scanned. */
  scanner: VirusScanner | null
}

/** Enough bytes to recognise every media type. */
const SNIFF_BYTES = 1024

/** Counts, hashes and inspects a file as a stream; little more than a chunk is in memory at a time. */
export function inspect(source: AsyncIterable<Uint8Array>, options: InspectionOptions): Inspection {
  const inspector = new Inspector(options)
  return {
    content: (async function* () {
      try {
        for await (const chunk of source) {
          if (chunk.length === 0) continue
          await inspector.push(chunk)
          yield chunk
        }
        await inspector.finish()
      } finally {
        inspector.close()
      }
    })(),
    result: () => inspector.result(),
  }
}

const structureOf: Partial<Record<MediaType, () => PdfScanner | PngScanner | JpegScanner>> = {
  'application/pdf': () => new PdfScanner(),
  'image/png': () => new PngScanner(),
  'image/jpeg': () => new JpegScanner(),
}

class Inspector {
  readonly #options: InspectionOptions
  readonly #hash = createHash('sha256')
  readonly #zip = new ZipEnds()
  #bytes = 0
  #head = Buffer.alloc(0)
  #tail = Buffer.alloc(0)
  /** Chunks received before the type was detected. */
  #early: Uint8Array[] = []
  #type: MediaType | null = null
  #structure: PdfScanner | PngScanner | JpegScanner | null = null
  readonly #solid = new SolidTail(TAIL_BYTES)
  #scan: ScanSession | null = null

  constructor(options: InspectionOptions) {
    this.#options = options
  }

  async push(chunk: Uint8Array): Promise<void> {
    this.#bytes += chunk.length
    if (this.#bytes > this.#options.limit) throw new FileRefused('too_large')
    this.#hash.update(chunk)
    if (this.#head.length < HEAD_BYTES) {
      this.#head = Buffer.concat([this.#head, chunk]).subarray(0, HEAD_BYTES)
    }
    this.#tail = Buffer.concat([this.#tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES)
    this.#solid.push(chunk)
    if (this.#type) return this.#inspect(chunk)
    this.#early.push(chunk)
    if (this.#head.length >= SNIFF_BYTES) await this.#detectType()
  }

  async finish(): Promise<void> {
    if (this.#bytes === 0) throw new FileRefused('empty')
    if (!this.#type) await this.#detectType()
    this.#structure?.finish()
    if (this.#zip.fits) throw new FileRefused('polyglot', ZIP_AT_END)
    const ends = { head: this.#head, tail: this.#tail }
    const second = secondKindInEnds(ends)
    if (second) throw new FileRefused('polyglot', second)
    // padding may follow the end of a PDF
    const solid = this.#type === 'application/pdf' ? { ...ends, tail: this.#solid.bytes } : ends
    if (!sniff(solid)?.isComplete) throw new FileRefused('damaged')
    const infection = await scanning(async () => this.#scan?.finish())
    if (infection) throw new FileRefused('infected', infection)
  }

  close(): void {
    this.#scan?.close()
  }

  result(): Inspected {
    if (!this.#type) throw new Error('inspection result read before the end of the file')
    return { mediaType: this.#type, bytes: this.#bytes, sha256: this.#hash.digest() }
  }

  async #detectType(): Promise<void> {
    const type = typeOf(this.#head)
    if (!type || !this.#options.allowedTypes.includes(type)) throw new FileRefused('wrong_type')
    const second = secondKindInFront(type, this.#head.subarray(0, SNIFF_BYTES))
    if (second) throw new FileRefused('polyglot', second)
    this.#type = type
    this.#structure = structureOf[type]?.() ?? null
    this.#scan = (await scanning(async () => this.#options.scanner?.open())) ?? null
    for (const chunk of this.#early) await this.#inspect(chunk)
    this.#early = []
  }

  async #inspect(chunk: Uint8Array): Promise<void> {
    this.#zip.push(chunk)
    await this.#structure?.push(chunk)
    await scanning(async () => this.#scan?.write(chunk))
  }
}

/** Refuses the file if the scanner is unavailable, so that no unscanned file is stored. */
async function scanning<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ScannerUnavailable ? new FileRefused('not_scanned', null, { cause: error }) : error
  }
}
