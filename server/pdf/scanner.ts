import { isLocked, namesRoot } from './active-content.ts'
import { AutomaticActions } from './automatic-actions.ts'
import { FileRefused } from './file-refused.ts'
import { isBlank } from './lexer.ts'
import {
  type Budget,
  fullBudget,
  isObjectStream,
  lengthOf,
  lookInto,
  type ObjectStream,
} from './object-streams.ts'
import { Readers } from './readers.ts'
import { isPadding } from './solid-tail.ts'
import type { PdfDict } from './values.ts'

/** A keyword, and its end in the chunk. */
interface Mark {
  word: 'obj' | 'trailer' | 'endstream'
  end: number
}

const WORDS = ['obj', 'trailer', 'endstream'] as const
/** Part of `%%EOF`; searching for all of it is slow where a comment is full of `%`. */
const END = 'EOF'
/** Longer than any keyword, so that none is missed between two chunks. */
const OVERLAP = 16
/** Bytes after the end that show whether an update was cut off there. */
const BEHIND = 64

/**
 * Checks a PDF as it arrives, in little memory: its tokens and object streams; the data of other streams are skipped. A
 * PDF that would run or open something, is locked or cannot be checked is refused.
 */
export class PdfScanner {
  readonly #readers: Readers
  readonly #budget: Budget = fullBudget()
  readonly #actions = new AutomaticActions()
  #waiting: ObjectStream[] = []
  /** Reported only at the end: a locked document cannot be checked either, and that fault takes precedence. */
  #uncheckable: FileRefused | null = null
  #locked = false
  #rooted = false
  #bytes = 0
  /** The last bytes of the chunks before. */
  #tail = Buffer.alloc(0)
  /** Where the last END ends. */
  #end = -1
  #behind = Buffer.alloc(0)
  /** Position after the last byte that is not white space. */
  #solid = 0

  constructor() {
    this.#readers = new Readers({
      streams: {
        wanted: (dict) => this.#wanted(dict),
        taken: (dict, data) => this.#waiting.push({ dict, data }),
      },
      topDict: (dict) => {
        this.#locked ||= isLocked(dict)
        this.#rooted ||= namesRoot(dict)
      },
      actions: this.#actions,
    })
  }

  /** @throws FileRefused */
  async push(chunk: Uint8Array): Promise<void> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const joined = Buffer.concat([this.#tail, bytes])
    let at = 0
    for (const { word, end } of this.#marks(joined)) {
      this.#readers.read(bytes, at, end)
      if (word === 'endstream') this.#readers.endStream()
      else this.#readers.begin(word)
      at = end
    }
    this.#readers.read(bytes, at, bytes.length)
    this.#followEnd(joined, bytes)
    this.#tail = Buffer.from(joined.subarray(-OVERLAP))
    this.#bytes += bytes.length
    if (this.#waiting.length > 0) await this.#lookInside()
  }

  /** @throws FileRefused */
  finish(): void {
    this.#readers.finish()
    if (this.#locked) throw new FileRefused('encrypted')
    if (this.#uncheckable) throw this.#uncheckable
    this.#actions.finish()
    if (!this.#rooted || this.#end < 0) throw new FileRefused('damaged')
    if (this.#solid <= this.#end) return
    const cutOff = /^[\s\0]*(?:\d+\s+\d+\s+obj|xref\b)/.test(this.#behind.toString('latin1'))
    throw cutOff
      ? new FileRefused('damaged')
      : new FileRefused('polyglot', 'other content after the end of the PDF')
  }

  /** Keywords in the new bytes, in order; the first may have begun in the chunk before. */
  #marks(joined: Buffer): Mark[] {
    const before = this.#tail.length
    return WORDS.flatMap((word) =>
      placesOf(joined, word, before)
        .filter((place) => word === 'endstream' || place === 0 || isBlank(joined[place - 1] ?? 0))
        .map((place) => ({ word, end: place + word.length - before })),
    ).sort((a, b) => a.end - b.end)
  }

  #followEnd(joined: Buffer, bytes: Buffer): void {
    if (this.#end >= 0 && this.#behind.length < BEHIND) {
      this.#behind = Buffer.concat([this.#behind, bytes]).subarray(0, BEHIND)
    }
    const before = this.#tail.length
    const last = placesOf(joined, END, before).findLast(
      (at) => joined[at - 1] === 0x25 && joined[at - 2] === 0x25,
    )
    if (last !== undefined) {
      const end = last + END.length
      this.#end = this.#bytes + end - before
      this.#behind = Buffer.from(joined.subarray(end, end + BEHIND))
    }
    for (let at = bytes.length - 1; at >= 0; at--) {
      if (isPadding(bytes[at] ?? 0)) continue
      this.#solid = this.#bytes + at + 1
      return
    }
  }

  #wanted(dict: PdfDict): { length: number | null } | null {
    if (!isObjectStream(dict)) return null
    try {
      return { length: lengthOf(dict) }
    } catch (error) {
      this.#postpone(error)
      return null
    }
  }

  async #lookInside(): Promise<void> {
    const streams = this.#waiting
    this.#waiting = []
    for (const stream of streams) {
      // refused already, whatever the other streams contain
      if (this.#uncheckable) return
      try {
        await lookInto(stream, this.#budget, this.#actions)
      } catch (error) {
        this.#postpone(error)
      }
    }
  }

  #postpone(error: unknown): void {
    if (!(error instanceof FileRefused) || error.fault !== 'uncheckable') throw error
    this.#uncheckable ??= error
  }
}

/** Where a keyword begins that is not wholly in the chunk before. */
function placesOf(joined: Buffer, word: string, before: number): number[] {
  const places: number[] = []
  let at = joined.indexOf(word, Math.max(0, before - word.length + 1), 'latin1')
  while (at >= 0) {
    places.push(at)
    at = joined.indexOf(word, at + 1, 'latin1')
  }
  return places
}
