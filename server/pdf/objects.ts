// Reads objects from tokens and keeps only what the checks need: a few entries of dictionaries.

import { checkDict, forbiddenName, LOOSE_NAMES, REPORTED_KEYS } from './active-content.ts'
import { FileRefused } from './file-refused.ts'
import { PdfLexer, type TokenSink } from './lexer.ts'
import type { PdfDict, PdfValue } from './values.ts'

interface Frame {
  value: Extract<PdfValue, { kind: 'array' | 'dict' }>
  /** Dictionaries: the key whose value is being read. */
  key: string | null
  valued: boolean
}

/** No document nests deeper; readers give up long before. */
const MAX_DEPTH = 256
const MAX_ITEMS = 16

export interface ObjectListener {
  /** The data of a stream begin with the next byte. Absent where there are no streams. */
  stream?(dict: PdfDict): void
  /** A dictionary that is in no other. */
  topDict?(dict: PdfDict): void
}

/** Builds objects from tokens. @throws FileRefused if one of them would run or open something */
export class ObjectReader implements TokenSink {
  readonly lexer: PdfLexer
  readonly #listener: ObjectListener
  readonly #single: boolean
  readonly #stack: Frame[] = []
  #last: PdfValue | null = null
  #ended = false

  /** @param options.single one object is read, then no more */
  constructor(listener: ObjectListener, options: { single: boolean }) {
    this.#listener = listener
    this.#single = options.single
    this.lexer = new PdfLexer(this)
  }

  /** The one object was read. */
  get ended(): boolean {
    return this.#ended
  }

  /** The data of its stream were passed. */
  endStream(): void {
    this.#ended = this.#single
  }

  /** True outside all values. */
  get outside(): boolean {
    return this.#stack.length === 0
  }

  /** Objects that were never closed are checked too. */
  finish(): void {
    this.lexer.finish()
    for (const { value } of this.#stack) if (value.kind === 'dict') checkDict(value.dict)
  }

  name(text: string): void {
    forbiddenName(text)
    const frame = this.#stack.at(-1)
    if (frame?.value.kind !== 'dict') {
      this.#value({ kind: 'name', name: text })
      return
    }
    if (LOOSE_NAMES.has(text)) frame.value.dict.names.add(text)
    if (frame.key !== null && !frame.valued) this.#value({ kind: 'name', name: text })
    else {
      frame.key = text
      frame.valued = false
    }
  }

  word(text: string): void {
    const frame = this.#stack.at(-1)
    if (text === 'R' && frame?.value.kind === 'dict' && frame.valued && frame.key !== null) {
      this.#keep(frame.value.dict, frame.key, { kind: 'reference' }, true)
    } else if (frame) this.#value({ kind: 'word', word: text })
    else if (text === 'stream' && this.#last?.kind === 'dict' && this.#listener.stream) {
      const { dict } = this.#last
      this.#last = null
      this.lexer.stop()
      this.#listener.stream(dict)
    } else this.#value({ kind: 'word', word: text })
  }

  string(): void {
    this.#value({ kind: 'string' })
  }

  open(kind: 'dict' | 'array'): void {
    if (this.#stack.length >= MAX_DEPTH) throw new FileRefused('uncheckable', 'values nested without end')
    const value: Frame['value'] =
      kind === 'array'
        ? { kind, items: [] }
        : { kind, dict: { entries: new Map(), names: new Set(), repeated: false } }
    this.#stack.push({ value, key: null, valued: false })
  }

  close(kind: 'dict' | 'array'): void {
    // what does not fit is ignored, as readers do
    while (this.#stack.length > 0) {
      const frame = this.#stack.pop()
      if (!frame) return
      if (frame.value.kind === 'dict') checkDict(frame.value.dict)
      this.#value(frame.value)
      if (frame.value.kind === kind) return
    }
  }

  #value(value: PdfValue): void {
    const frame = this.#stack.at(-1)
    if (!frame) {
      if (this.#single && this.#last) this.#end()
      this.#last = value
      if (value.kind === 'name') forbiddenName(value.name, { alone: true })
      if (value.kind === 'dict') this.#listener.topDict?.(value.dict)
    } else if (frame.value.kind === 'array') {
      if (frame.value.items.length < MAX_ITEMS) frame.value.items.push(value)
    } else if (frame.key !== null && !frame.valued) {
      frame.valued = true
      this.#keep(frame.value.dict, frame.key, value)
    }
  }

  /** The token after a whole value ends its object, unless it is `stream`. */
  #end(): void {
    this.#ended = true
    this.lexer.stop()
  }

  #keep(dict: PdfDict, key: string, value: PdfValue, replacing = false): void {
    if (!REPORTED_KEYS.has(key)) return
    if (dict.entries.has(key) && !replacing) dict.repeated = true
    dict.entries.set(key, value)
  }
}
