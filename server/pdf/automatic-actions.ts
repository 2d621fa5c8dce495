// Finds automatic actions of a PDF: when it is opened, when a page is shown, when a field is entered.

import { FOUND } from './active-content.ts'
import { FileRefused } from './file-refused.ts'
import { EVENT_KEYS } from './keys.ts'
import { isNull, type PdfDict, type PdfValue } from './values.ts'

/** Actions that stay within the document. All others may open another file or address. */
const INSIDE: ReadonlySet<string> = new Set([
  ...['GoTo', 'GoTo3DView', 'GoToDp', 'Hide', 'Named', 'NOP', 'ResetForm', 'SetOCGState', 'Thread', 'Trans'],
])

/** An object at an unexpected position: a cross-reference table may give it any number. */
const ANY = -1
/** Real documents have a reference at these keys for each bookmark and each paragraph. */
const MAX_REFERENCES = 500_000

/** The objects that a value leads to. */
interface Reach {
  /** Whether it leads out of the document. */
  leaves: boolean
  /** Numbers of the referenced objects. */
  references: number[]
  /** Numbers of objects that hold one action for each event. */
  tables: number[]
}

/** References from one object to others: number, number, number, number … */
type Pairs = number[]

/**
 * A link that a person clicks may lead out of the document; an automatic action may not. Actions are objects that
 * others refer to, before or after them, so all references are resolved at the end.
 */
export class AutomaticActions {
  /** Numbers of automatic actions, and of tables with one action for each event. */
  readonly #starts = new Set<number>()
  readonly #startTables = new Set<number>()
  /** Objects that leave the document as an action, and as a table of them. */
  readonly #leaving = new Set<number>()
  readonly #leavingTables = new Set<number>()
  readonly #further: Pairs = []
  readonly #held: Pairs = []

  /** Any dictionary, also within others. @throws FileRefused */
  dict({ entries }: PdfDict): void {
    const open = entries.get('OpenAction')
    const events = entries.get('AA')
    if (!open && !events) return
    const reach = nothing()
    if (open) follow(open, reach)
    if (events) followTable(events, reach)
    if (reach.leaves) throw refused()
    for (const number of reach.references) this.#starts.add(number)
    for (const number of reach.tables) this.#startTables.add(number)
  }

  /** An object of its own. @param numbers by which it may be referred to; null: any. @throws FileRefused */
  object(value: PdfValue, numbers: readonly number[] | null): void {
    if (value.kind !== 'dict' && value.kind !== 'array' && value.kind !== 'reference') return
    const action = nothing()
    const table = nothing()
    follow(value, action)
    followTable(value, table)
    for (const number of numbers ?? [ANY]) {
      if (action.leaves) this.#leaving.add(number)
      if (table.leaves) this.#leavingTables.add(number)
      for (const to of action.references) this.#further.push(number, to)
      for (const to of table.references) this.#held.push(number, to)
    }
    if (this.#further.length + this.#held.length > 2 * MAX_REFERENCES) {
      throw new FileRefused('uncheckable', 'too many parts')
    }
  }

  /** @throws FileRefused */
  finish(): void {
    if (this.#starts.size + this.#startTables.size === 0) return
    if (this.#leaving.size + this.#leavingTables.size === 0) return
    const further = grouped(this.#further)
    const held = grouped(this.#held)
    // a table may be referred to by another reference; its actions are held by it
    const tables = reached(this.#startTables, further)
    const first = new Set(this.#starts)
    for (const table of tables) for (const number of held.get(table) ?? []) first.add(number)
    const actions = reached(first, further)
    const leaves =
      [...tables].some((number) => this.#leavingTables.has(number)) ||
      [...actions].some((number) => this.#leaving.has(number))
    if (leaves) throw refused()
  }
}

const refused = (): FileRefused => new FileRefused('active_content', FOUND.automatic)
const nothing = (): Reach => ({ leaves: false, references: [], tables: [] })

/** An action, several of them, or a place in the document. */
function follow(value: PdfValue, reach: Reach): void {
  if (value.kind === 'reference') reach.references.push(value.number)
  else if (value.kind === 'array') {
    reach.leaves ||= value.cut
    for (const item of value.items) follow(item, reach)
  } else if (value.kind === 'dict') {
    reach.leaves ||= leavesDocument(value.dict)
    const next = value.dict.entries.get('Next')
    if (next) follow(next, reach)
  }
}

/** A dictionary of one action for each event. */
function followTable(value: PdfValue, reach: Reach): void {
  if (value.kind === 'reference') reach.tables.push(value.number)
  else if (value.kind === 'array') for (const item of value.items) followTable(item, reach)
  else if (value.kind === 'dict') {
    for (const [key, action] of value.dict.entries) if (EVENT_KEYS.has(key)) follow(action, reach)
  }
}

function leavesDocument({ entries }: PdfDict): boolean {
  const kind = entries.get('S')
  if (!kind || isNull(kind)) return false
  const kinds = kind.kind === 'array' ? kind.items : [kind]
  // programs never write an action's kind as a reference
  return kinds.some(
    (one) => one.kind !== 'name' || !INSIDE.has(one.name) || (one.name === 'Thread' && entries.has('F')),
  )
}

function grouped(pairs: Pairs): Map<number, number[]> {
  const groups = new Map<number, number[]>()
  for (let at = 0; at < pairs.length; at += 2) {
    const [from = 0, to = 0] = [pairs[at], pairs[at + 1]]
    const group = groups.get(from)
    if (group) group.push(to)
    else groups.set(from, [to])
  }
  return groups
}

/** The objects and all that they lead to, each once. */
function reached(starts: ReadonlySet<number>, further: ReadonlyMap<number, readonly number[]>): Set<number> {
  const found = new Set(starts)
  // any reference may point to an object at an unexpected position
  if (found.size > 0) found.add(ANY)
  for (const number of found) for (const next of further.get(number) ?? []) found.add(next)
  return found
}
