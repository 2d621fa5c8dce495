// Reads objects from tokens and keeps only the parts for the checks: a few entries of dictionaries.

import { checkDict, forbiddenName, LOOSE_NAMES } from './active-content.ts'
import { checkAddress, checkAddresses } from './addresses.ts'
import type { AutomaticActions } from './automatic-actions.ts'
import { FileRefused } from './file-refused.ts'
import { ACTION_KEYS, ADDRESS_KEYS, REPORTED_KEYS } from './keys.ts'
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
  /** Receives every dictionary and object. */
  actions: AutomaticActions
}

/** Builds objects from tokens. @throws FileRefused if one of them would run or open something */
export class ObjectReader implements TokenSink {
  readonly lexer: PdfLexer
  readonly #listener: ObjectListener
  readonly #single: boolean
  readonly #stack: Frame[] = []
  #last: PdfValue | null = null
  #ended = false
  /** The last two words outside all values, which may be an object's number. */
  #words: [string, string] = ['', '']
  /** By which numbers the object may be referred to; null: any. */
  #numbers: readonly number[] | null

  /** @param options.single one object is read, then no more */
  constructor(listener: ObjectListener, options: { single: boolean }) {
    this.#listener = listener
    this.#single = options.single
    this.#numbers = options.single ? null : []
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

  /** The object that begins now may be referred to by these. */
  numbered(numbers: readonly number[]): void {
    this.#numbers = numbers
  }

  /** Objects that were never closed are checked too. */
  finish(): void {
    this.lexer.finish()
    while (this.#stack.length > 0) this.close('dict')
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
    if (text === 'R' && this.#refer(frame)) return
    if (!frame && text === 'stream' && this.#last?.kind === 'dict' && this.#listener.stream) {
      const { dict } = this.#last
      this.#last = null
      this.lexer.stop()
      this.#listener.stream(dict)
      return
    }
    this.#value({ kind: 'word', word: text })
    if (!frame) this.#follow(text)
  }

  /** Numbers and generations precede their object. */
  #follow(word: string): void {
    if (word === 'obj' && !this.#single) {
      const number = numberIn(this.#words[0])
      this.#numbers = number === null ? null : [number]
    }
    this.#words = [this.#words[1], word]
  }

  /** Makes a reference of the number before; false if there is none. */
  #refer(frame: Frame | undefined): boolean {
    if (!frame) {
      const number = numberIn(this.#words[0])
      if (number !== null) this.#listener.actions.object({ kind: 'reference', number }, this.#numbers)
      return false
    }
    if (frame.value.kind === 'array') return referLast(frame.value)
    const { entries } = frame.value.dict
    if (!frame.valued || frame.key === null) return false
    const kept = entries.get(frame.key)
    if (!kept) return true
    const alternatives = kept.kind === 'array' && kept.alternatives ? kept.items : null
    const reference = referenceTo(alternatives?.at(-1) ?? kept)
    if (!reference) {
      if (ACTION_KEYS.has(frame.key)) throw new FileRefused('uncheckable', 'references that lead nowhere')
    } else if (alternatives) alternatives.splice(-1, 1, reference)
    else entries.set(frame.key, reference)
    return true
  }

  get wantsString(): boolean {
    const frame = this.#stack.at(-1)
    if (!frame) return true
    return frame.value.kind === 'dict' && !frame.valued && ADDRESS_KEYS.has(frame.key ?? '')
  }

  string(text: string): void {
    this.#value({ kind: 'string', text })
  }

  open(kind: 'dict' | 'array'): void {
    if (this.#stack.length >= MAX_DEPTH) throw new FileRefused('uncheckable', 'values nested without end')
    const value: Frame['value'] =
      kind === 'array'
        ? { kind, items: [], cut: false, alternatives: false }
        : { kind, dict: { entries: new Map(), names: new Set(), repeated: false } }
    this.#stack.push({ value, key: null, valued: false })
  }

  close(kind: 'dict' | 'array'): void {
    // frames of the other kind that were never closed end here too, as in readers
    while (this.#stack.length > 0) {
      const frame = this.#stack.pop()
      if (!frame) return
      if (frame.value.kind === 'dict') this.#check(frame.value.dict)
      this.#value(frame.value)
      if (frame.value.kind === kind) return
    }
  }

  #check(dict: PdfDict): void {
    checkDict(dict)
    checkAddresses(dict)
    this.#listener.actions.dict(dict)
  }

  #value(value: PdfValue): void {
    const frame = this.#stack.at(-1)
    if (!frame) {
      if (this.#single && this.#last) this.#end()
      this.#last = value
      if (value.kind === 'name') forbiddenName(value.name, { alone: true })
      if (value.kind === 'dict') this.#listener.topDict?.(value.dict)
      checkAddress(value)
      this.#listener.actions.object(value, this.#numbers)
    } else if (frame.value.kind === 'array') {
      add(frame.value, value)
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

  #keep(dict: PdfDict, key: string, value: PdfValue): void {
    if (!REPORTED_KEYS.has(key)) return
    const before = dict.entries.get(key)
    dict.repeated ||= before !== undefined
    dict.entries.set(key, before && ACTION_KEYS.has(key) ? either(before, value) : value)
  }
}

type PdfArray = Extract<PdfValue, { kind: 'array' }>

function add(array: PdfArray, value: PdfValue): void {
  if (array.items.length < MAX_ITEMS) array.items.push(value)
  else array.cut = true
}

/** The values of a duplicate key. */
function either(before: PdfValue, value: PdfValue): PdfArray {
  const both: PdfArray =
    before.kind === 'array' && before.alternatives
      ? before
      : { kind: 'array', items: [before], cut: false, alternatives: true }
  add(both, value)
  return both
}

/** In an array, number and generation are items until their R follows. */
function referLast(array: PdfArray): boolean {
  const [number, generation] = array.items.slice(-2)
  const reference = number && referenceTo(number)
  if (array.cut || !reference || generation?.kind !== 'word') return false
  array.items.splice(-2, 2, reference)
  return true
}

function referenceTo(value: PdfValue): PdfValue | null {
  const number = value.kind === 'word' ? numberIn(value.word) : null
  return number === null ? null : { kind: 'reference', number }
}

/** Some readers truncate a fraction to its integer part. */
function numberIn(word: string): number | null {
  return /^[+-]?\d{1,10}(?:\.\d*)?$/.test(word) ? Math.abs(Number.parseInt(word, 10)) : null
}
