import { MAX_STRING, stringText } from './string-text.ts'

/** The tokens that the lexer reports; comments are skipped. */
export interface TokenSink {
  /** A name without its slash, `#xx` resolved. */
  name(text: string): void
  /** A number or a keyword; only its beginning if it is very long. */
  word(text: string): void
  /** @param text '' unless `wantsString` was true */
  string(text: string): void
  /** Whether the text of a string is wanted that begins now. */
  readonly wantsString: boolean
  open(kind: 'dict' | 'array'): void
  close(kind: 'dict' | 'array'): void
}

type State = 'between' | 'comment' | 'string' | 'escape' | 'hex' | 'name' | 'word' | 'less' | 'greater'

const REGULAR = 0
const BLANK = 1
const DELIMITER = 2
/** Kinds of bytes (ISO 32000-2, 7.2.3). */
const kinds = new Uint8Array(256)
for (const byte of Buffer.from('\0\t\n\f\r ')) kinds[byte] = BLANK
for (const byte of Buffer.from('()<>[]{}/%')) kinds[byte] = DELIMITER

export const isBlank = (byte: number): boolean => kinds[byte] === BLANK

/** No reader supports longer names or words. */
const MAX_TOKEN = 256

/** Splits a PDF's text into tokens (ISO 32000-2, 7.2) as it arrives in pieces. */
export class PdfLexer {
  readonly #sink: TokenSink
  #state: State = 'between'
  /** Depth of parentheses in a string. */
  #depth = 0
  #text = ''
  /** As written, of a string that is wanted. */
  #string: string | null = null
  #stopped = false

  constructor(sink: TokenSink) {
    this.#sink = sink
  }

  /** True where the next byte begins a token. */
  get between(): boolean {
    return this.#state === 'between'
  }

  /** The word being read; null between words. */
  get currentWord(): string | null {
    return this.#state === 'word' ? this.#text : null
  }

  /** For the sink: `run` returns after the token that it has just been given. */
  stop(): void {
    this.#stopped = true
  }

  /** @returns the position where it stopped: `to`, or after the token at which the sink requested a stop */
  run(bytes: Buffer, from: number, to: number): number {
    this.#stopped = false
    let at = from
    while (at < to && !this.#stopped) at = this.#step(bytes, at, to)
    return at
  }

  /** Reports the token that the end of the text completes. */
  finish(): void {
    if (this.#state === 'word' || this.#state === 'name') this.#complete()
  }

  #step(bytes: Buffer, at: number, to: number): number {
    switch (this.#state) {
      case 'between':
        return this.#begin(bytes, at, to)
      case 'comment':
        return this.#comment(bytes, at, to)
      case 'string':
        return this.#literal(bytes, at, to)
      case 'escape':
        this.#state = 'string'
        this.#keep(bytes, at, at + 1)
        return at + 1
      case 'hex':
        return this.#hex(bytes, at, to)
      case 'name':
      case 'word':
        return this.#token(bytes, at, to)
      default:
        return this.#bracket(bytes, at)
    }
  }

  #begin(bytes: Buffer, from: number, to: number): number {
    let at = from
    while (at < to && kinds[bytes[at] ?? 0] === BLANK) at += 1
    if (at === to) return to
    const byte = bytes[at] ?? 0
    if (kinds[byte] === REGULAR) {
      this.#state = 'word'
      this.#text = ''
      return at
    }
    this.#delimiter(byte)
    return at + 1
  }

  #delimiter(byte: number): void {
    if (byte === 0x2f) {
      this.#state = 'name'
      this.#text = ''
    } else if (byte === 0x28) {
      this.#state = 'string'
      this.#depth = 1
      this.#string = this.#sink.wantsString ? '' : null
    } else if (byte === 0x3c) this.#state = 'less'
    else if (byte === 0x3e) this.#state = 'greater'
    else if (byte === 0x25) this.#state = 'comment'
    else if (byte === 0x5b) this.#sink.open('array')
    else if (byte === 0x5d) this.#sink.close('array')
  }

  #comment(bytes: Buffer, from: number, to: number): number {
    let at = from
    const near = Math.min(to, from + SHORT_COMMENT)
    while (at < near && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1
    if (at === near && at < to) at = Math.min(to, endOfLine(bytes, at))
    if (at < to) this.#state = 'between'
    return at
  }

  #literal(bytes: Buffer, from: number, to: number): number {
    for (let at = from; at < to; at++) {
      const byte = bytes[at]
      if (byte === 0x5c) {
        this.#state = 'escape'
        this.#keep(bytes, from, at + 1)
        return at + 1
      }
      if (byte === 0x28) this.#depth += 1
      else if (byte === 0x29) {
        this.#depth -= 1
        if (this.#depth === 0) {
          this.#keep(bytes, from, at)
          return this.#endString(at, 'literal')
        }
      }
    }
    this.#keep(bytes, from, to)
    return to
  }

  #hex(bytes: Buffer, from: number, to: number): number {
    let at = from
    while (at < to && bytes[at] !== 0x3e) at += 1
    this.#keep(bytes, from, at)
    return at < to ? this.#endString(at, 'hex') : to
  }

  #keep(bytes: Buffer, from: number, to: number): void {
    if (this.#string === null || this.#string.length >= MAX_STRING) return
    this.#string += bytes.toString('latin1', from, Math.min(to, from + MAX_STRING))
  }

  #endString(at: number, kind: 'literal' | 'hex'): number {
    this.#state = 'between'
    this.#sink.string(this.#string === null ? '' : stringText(this.#string, kind))
    this.#string = null
    return at + 1
  }

  #token(bytes: Buffer, from: number, to: number): number {
    let at = from
    while (at < to && kinds[bytes[at] ?? 0] === REGULAR) at += 1
    if (this.#text.length < MAX_TOKEN) this.#text += textOf(bytes, from, Math.min(at, from + MAX_TOKEN))
    if (at < to) this.#complete()
    return at
  }

  #complete(): void {
    const { named, text } = { named: this.#state === 'name', text: this.#text }
    this.#state = 'between'
    if (named) this.#sink.name(text.includes('#') ? unescapeName(text) : text)
    else this.#sink.word(text)
  }

  /** The byte after a first `<` or `>`. */
  #bracket(bytes: Buffer, at: number): number {
    const opening = this.#state === 'less'
    this.#state = 'between'
    if (bytes[at] === (opening ? 0x3c : 0x3e)) {
      if (opening) this.#sink.open('dict')
      else this.#sink.close('dict')
      return at + 1
    }
    if (opening) {
      this.#state = 'hex'
      this.#string = this.#sink.wantsString ? '' : null
    }
    // a lone `>` means nothing
    return at
  }
}

const letters = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte))
const SHORT_TOKEN = 8

/** Most tokens have a few letters, for which `Buffer.toString` is slower. */
function textOf(bytes: Buffer, from: number, to: number): string {
  if (to - from > SHORT_TOKEN) return bytes.toString('latin1', from, to)
  let text = ''
  for (let at = from; at < to; at++) text += letters[bytes[at] ?? 0]
  return text
}

/** Longer ones are worth the faster search. */
const SHORT_COMMENT = 512

function endOfLine(bytes: Buffer, from: number): number {
  const ends = [bytes.indexOf(0x0a, from), bytes.indexOf(0x0d, from)].filter((at) => at >= 0)
  return Math.min(bytes.length, ...ends)
}

function unescapeName(text: string): string {
  return text.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
