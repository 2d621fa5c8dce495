import { checkStream } from './addresses.ts'
import type { AutomaticActions } from './automatic-actions.ts'
import { FileRefused } from './file-refused.ts'
import { ObjectReader } from './objects.ts'
import type { PdfDict } from './values.ts'

/** The consumer of the objects read. */
export interface Keeper {
  /** Streams may follow dictionaries; null: there are none. */
  streams: {
    /** Whether to keep this stream's data, and their declared length in bytes; null to skip them. */
    wanted(dict: PdfDict): { length: number | null } | null
    taken(dict: PdfDict, data: Buffer): void
  } | null
  /** A dictionary that is in no other. */
  topDict?(dict: PdfDict): void
  actions: AutomaticActions
}

interface Skipped {
  keeps: false
}
interface Kept {
  keeps: true
  dict: PdfDict
  length: number | null
  pieces: Buffer[]
  bytes: number
}

/** Compressed bytes; real documents have a few kilobytes. */
const MAX_KEPT = 4 * 1024 * 1024
const KEYWORD = 'endstream'

/** Reads objects one after the other, the data of streams between them. */
class Reader {
  readonly objects: ObjectReader
  readonly #keeper: Keeper
  #stream: Skipped | Kept | null = null

  constructor(keeper: Keeper, options: { single: boolean }) {
    this.#keeper = keeper
    const { streams } = keeper
    this.objects = new ObjectReader(
      {
        ...(streams && { stream: (dict: PdfDict) => this.#begin(dict, streams.wanted(dict)) }),
        topDict: (dict) => keeper.topDict?.(dict),
        actions: keeper.actions,
      },
      options,
    )
  }

  #begin(dict: PdfDict, wanted: { length: number | null } | null): void {
    checkStream(dict)
    this.#stream = wanted
      ? { keeps: true, dict, length: wanted.length, pieces: [], bytes: 0 }
      : { keeps: false }
  }

  get inStream(): boolean {
    return this.#stream !== null
  }

  read(bytes: Buffer, from: number, to: number): void {
    if (this.objects.ended) return
    const at = this.#stream ? from : this.objects.lexer.run(bytes, from, to)
    const stream = this.#stream
    if (!stream?.keeps || at >= to) return
    stream.bytes += to - at
    if (stream.bytes > MAX_KEPT)
      throw new FileRefused('uncheckable', 'parts that are too large to be looked at')
    // a copy: the network's buffer is reused
    stream.pieces.push(Buffer.from(bytes.subarray(at, to)))
  }

  /** `endstream` was just read. */
  endStream(): void {
    const stream = this.#stream
    if (!stream) return
    if (stream.keeps) {
      // the word is part of the data
      if (stream.length !== null && stream.bytes < stream.length + KEYWORD.length) return
      const data = dataOf(Buffer.concat(stream.pieces), stream.length)
      if (data === null) return
      this.#keeper.streams?.taken(stream.dict, data)
    }
    this.#stream = null
    this.objects.endStream()
  }

  finish(): void {
    this.objects.finish()
  }
}

/** The data between `stream` and `endstream`, without the keywords' line ends; null if more data is expected. */
function dataOf(kept: Buffer, length: number | null): Buffer | null {
  const start = kept[0] === 0x0d ? (kept[1] === 0x0a ? 2 : 1) : kept[0] === 0x0a ? 1 : 0
  const end = kept.length - KEYWORD.length
  if (length === null) return kept.subarray(start, Math.max(start, end))
  if (end < start + length) return null
  if (/[^\s\0]/.test(kept.subarray(start + length, end).toString('latin1'))) {
    throw new FileRefused('uncheckable', 'parts that are longer than they say')
  }
  return kept.subarray(start, start + length)
}

/** Deeper nesting is no accident. */
const MAX_HIDDEN = 8

/**
 * The objects of a text, and those that begin where the text does not seem to have any: in a string, a comment or the
 * data of a stream. Readers find objects by their place alone, so each beginning is read as if it were one.
 */
export class Readers {
  readonly #keeper: Keeper
  readonly #main: Reader
  #hidden: Reader[] = []

  constructor(keeper: Keeper) {
    this.#keeper = keeper
    this.#main = new Reader(keeper, { single: false })
  }

  read(bytes: Buffer, from: number, to: number): void {
    if (from >= to) return
    this.#main.read(bytes, from, to)
    if (this.#hidden.length === 0) return
    for (const reader of this.#hidden) reader.read(bytes, from, to)
    this.#hidden = this.#hidden.filter(({ objects }) => !objects.ended)
  }

  /**
   * An object begins with the next byte. @param keyword that has just announced it; null: its place did
   * @param numbers of the objects that begin at that place
   */
  begin(keyword: string | null, numbers: readonly number[] = []): void {
    const { inStream, objects } = this.#main
    const expected = keyword === null ? objects.lexer.between : objects.lexer.currentWord === keyword
    if (!inStream && objects.outside && expected) {
      if (keyword === null) objects.numbered(numbers)
      return
    }
    if (this.#hidden.length >= MAX_HIDDEN)
      throw new FileRefused('uncheckable', 'objects hidden inside others')
    this.#hidden.push(new Reader(this.#keeper, { single: true }))
  }

  /** `endstream` was just read. */
  endStream(): void {
    for (const reader of [this.#main, ...this.#hidden]) reader.endStream()
  }

  finish(): void {
    for (const reader of [this.#main, ...this.#hidden]) reader.finish()
  }
}
