import type { AutomaticActions } from './automatic-actions.ts'
import { FileRefused } from './file-refused.ts'
import { type Filter, unfilter } from './filters.ts'
import { Readers } from './readers.ts'
import { isNull, type PdfDict, type PdfValue } from './values.ts'

/** A stream that holds objects (ISO 32000-2, 7.5.7). */
export interface ObjectStream {
  dict: PdfDict
  /** As stored, compressed. */
  data: Buffer
}

const MEGABYTE = 1024 * 1024
/** Bytes of one stream; real documents have a few hundred kilobytes. */
const MAX_UNPACKED = 8 * MEGABYTE
/** Text compresses to a twentieth at best. */
const MAX_RATIO = 200
const PIECE = MEGABYTE / 4
const MAX_FILTERS = 4
const MAX_OBJECTS = 100_000

/** How many bytes one document may still decompress to. */
export interface Budget {
  bytes: number
  streams: number
}

export const fullBudget = (): Budget => ({ bytes: 16 * MEGABYTE, streams: 3000 })

const cannot = (found: string): FileRefused => new FileRefused('uncheckable', found)

/** True also for one that hides its type but has entries that only an object stream needs. */
export function isObjectStream(dict: PdfDict): boolean {
  return dict.names.has('ObjStm') || (dict.entries.has('N') && dict.entries.has('First'))
}

/** @returns bytes; null if the length is in another object. @throws FileRefused */
export function lengthOf(dict: PdfDict): number | null {
  if (dict.repeated) throw cannot('parts that are described twice')
  const length = numberOf(dict.entries.get('Length'))
  // without a sure end of the data another program may see a different one
  if (length === null && !dict.entries.has('Filter')) throw cannot('parts of unknown length')
  return length
}

/** Checks every object of the stream. @throws FileRefused */
export async function lookInto(
  { dict, data }: ObjectStream,
  budget: Budget,
  actions: AutomaticActions,
): Promise<void> {
  budget.streams -= 1
  if (budget.streams < 0) throw cannot('too many parts')
  const plain = unfilter(data, filtersOf(dict), Math.min(MAX_UNPACKED, budget.bytes))
  budget.bytes -= plain.length
  if (plain.length > MEGABYTE && plain.length > MAX_RATIO * data.length) {
    throw cannot('parts that unpack to far more than a document holds')
  }
  const readers = new Readers({ streams: null, actions })
  let at = 0
  for (const { place, numbers } of placesOf(plain, dict)) {
    await read(readers, plain, at, place)
    readers.begin(null, numbers)
    at = place
  }
  await read(readers, plain, at, plain.length)
  readers.finish()
}

/** In pieces, so that a large stream does not block other work for long. */
async function read(readers: Readers, bytes: Buffer, from: number, to: number): Promise<void> {
  for (let at = from; at < to; ) {
    const end = Math.min(to, (Math.floor(at / PIECE) + 1) * PIECE)
    readers.read(bytes, at, end)
    if (end % PIECE === 0) await breath()
    at = end
  }
}

/** Lets other work run. */
const breath = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

interface Place {
  place: number
  /** Several objects may claim it. */
  numbers: number[]
}

/** Where the objects begin, from the pairs of number and offset at the beginning. */
function placesOf(plain: Buffer, dict: PdfDict): Place[] {
  const first = numberOf(dict.entries.get('First'))
  if (first === null) throw cannot('parts of unknown order')
  const pairs = numbersAtFront(plain.toString('latin1', 0, MEGABYTE))
  if (pairs.length > 2 * MAX_OBJECTS) throw cannot('too many parts')
  const places = new Map<number, number[]>()
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const place = first + (pairs[at + 1] ?? 0)
    const numbers = places.get(place)
    if (numbers) numbers.push(pairs[at] ?? 0)
    else if (place < plain.length) places.set(place, [pairs[at] ?? 0])
  }
  return [...places].map(([place, numbers]) => ({ place, numbers })).sort((a, b) => a.place - b.place)
}

function numbersAtFront(text: string): number[] {
  const next = /[\0\s]*(\d{1,10})(?=[\0\s]|$)/y
  const numbers: number[] = []
  for (let match = next.exec(text); match; match = next.exec(text)) numbers.push(Number(match[1]))
  return numbers
}

function numberOf(value: PdfValue | undefined): number | null {
  return value?.kind === 'word' && /^\+?\d{1,10}$/.test(value.word) ? Number(value.word) : null
}

const PARAMETERS = ['Predictor', 'Colors', 'Columns', 'BitsPerComponent', 'EarlyChange']

function filtersOf(dict: PdfDict): Filter[] {
  const filters = listOf(dict.entries.get('Filter'))
  const parameters = listOf(dict.entries.get('DecodeParms'))
  if (filters.length > MAX_FILTERS) throw cannot('parts that are packed in an unusual way')
  return filters.map((filter, index) => {
    if (filter.kind !== 'name') throw cannot('parts that are packed in an unusual way')
    return { name: filter.name, settings: settingsOf(parameters[index]) }
  })
}

function listOf(value: PdfValue | undefined): PdfValue[] {
  if (value === undefined || isNull(value)) return []
  return value.kind === 'array' ? value.items : [value]
}

function settingsOf(value: PdfValue | undefined): Filter['settings'] {
  if (value === undefined || value.kind === 'word') return {}
  if (value.kind !== 'dict' || value.dict.repeated) throw cannot('parts that are packed in an unusual way')
  const { entries } = value.dict
  return Object.fromEntries(
    PARAMETERS.filter((name) => entries.has(name)).map((name) => {
      const number = numberOf(entries.get(name))
      if (number === null) throw cannot('parts that are packed in an unusual way')
      return [name, number]
    }),
  )
}
