// Selects the names worth comparing with a given one: those that share enough words, by spelling or sound.

import { doubleMetaphone } from 'double-metaphone'
import { type PersonReading, personReadings } from '#server/input/person-readings.ts'
import { type ParsedCompany, parseCompanies, scoreParsedCompanies } from './company-score.rules.ts'
import { nameGroups } from './nicknames.rules.ts'
import { isParticle, type NameScore, scoreReadings } from './person-score.rules.ts'
import { likeness } from './word-likeness.rules.ts'

export type NameKind = 'person' | 'company'

export interface NameFound<Row> extends NameScore {
  row: Row
}

export interface NameIndex<Row> {
  readonly size: number
  /** Adds names, in batches: many in one call would block the event loop. */
  add(rows: Iterable<Row>): void
  /** Names that score at least `cutoff`, best first. */
  search(name: string, cutoff: number): NameFound<Row>[]
  /** How many names were compared in all searches so far. */
  readonly compared: number
}

/** Neighbours of a register's names that some write as one word, 'Xiao Li' or 'Di Marco'; all would be too many. */
const isJoinedOften = (joined: string): boolean => joined.length <= 12

interface Words {
  /** The distinctive words: no particles, no initials. */
  telling: string[]
  /** Neighbours as one word. */
  joined: string[]
}

interface Scorer<Parsed> {
  parse(name: string): Parsed[]
  words(parsed: Parsed): Words
  score(one: Parsed, other: Parsed): NameScore
  /** How many words have to be shared, of a name with so many and one with so many. */
  needed(one: number, other: number): number
  given: boolean
}

const people: Scorer<PersonReading> = {
  parse: personReadings,
  words: (reading) => ({
    telling: reading.words.filter((word, at) => word.length > 1 && !isParticle(reading, at)),
    joined: joinedOf(reading.words, (at) => isParticle(reading, at)),
  }),
  score: scoreReadings,
  needed: (one, other) => Math.min(2, one, other),
  given: true,
}

const companies: Scorer<ParsedCompany> = {
  parse: parseCompanies,
  words: ({ words }) => ({
    telling: [...words],
    joined: words.length > 1 ? [...joinedOf(words), words.join('')] : [],
  }),
  score: scoreParsedCompanies,
  // one of two, two of three
  needed: (one, other) => Math.max(1, Math.ceil(Math.min(one, other) * 0.6)),
  given: false,
}

/** Neighbours as one word, and three with a particle among them: 'de la Cruz'. */
function joinedOf(words: readonly string[], hasParticle?: (at: number) => boolean): string[] {
  const joined = words.slice(1).map((word, at) => (words[at] ?? '') + word)
  if (!hasParticle) return joined
  for (let at = 0; at + 2 < words.length; at++) {
    if (hasParticle(at) || hasParticle(at + 1)) joined.push(words.slice(at, at + 3).join(''))
  }
  return joined
}

/** Of people's names or companies', as they are written in a register. */
export function createNameIndex<Row>(kind: NameKind, nameOf: (row: Row) => string): NameIndex<Row> {
  return kind === 'person' ? build(people, nameOf) : build(companies, nameOf)
}

function build<Row, Parsed>(scorer: Scorer<Parsed>, nameOf: (row: Row) => string): NameIndex<Row> {
  const entries: { row: Row; parsed: Parsed }[] = []
  const telling: number[] = []
  const vocabulary = createVocabulary(scorer.given)
  // for each entry the number of its words, of its shared words, and its last shared word from 1; reallocated after
  // entries were added
  let tellingOf = new Uint16Array(0)
  let shared = new Uint16Array(0)
  let lastWord = new Uint16Array(0)
  let compared = 0

  /** Entries that share a word, counted once a word of the name. */
  function count({ telling, joined }: Words): number[] {
    const touched: number[] = []
    for (const [at, word] of [...telling, ...joined].entries()) {
      for (const entries of vocabulary.entriesLike(word, at >= telling.length)) {
        for (const entry of entries) {
          if (lastWord[entry] === at + 1) continue
          if (lastWord[entry] === 0) touched.push(entry)
          lastWord[entry] = at + 1
          shared[entry] = (shared[entry] ?? 0) + 1
        }
      }
    }
    return touched
  }

  return {
    get size() {
      return entries.length
    },
    get compared() {
      return compared
    },
    add(rows) {
      for (const row of rows) {
        for (const parsed of scorer.parse(nameOf(row))) {
          const words = scorer.words(parsed)
          const indexed = new Set([...words.telling, ...words.joined.filter(isJoinedOften)])
          for (const word of indexed) vocabulary.add(word, entries.length)
          telling.push(words.telling.length)
          entries.push({ row, parsed })
        }
      }
    },
    search(name, cutoff) {
      if (shared.length !== entries.length) {
        tellingOf = Uint16Array.from(telling)
        shared = new Uint16Array(entries.length)
        lastWord = new Uint16Array(entries.length)
      }
      const best = new Map<Row, NameFound<Row>>()
      for (const parsed of scorer.parse(name)) {
        const words = scorer.words(parsed)
        const touched = count(words)
        for (const at of touched) {
          const enough = shared[at] ?? 0
          shared[at] = 0
          lastWord[at] = 0
          if (enough < scorer.needed(words.telling.length, tellingOf[at] ?? 0)) continue
          const entry = entries[at]
          if (!entry) continue
          compared++
          const found = scorer.score(parsed, entry.parsed)
          const known = best.get(entry.row)
          if (found.score >= cutoff && found.score > (known?.score ?? 0))
            best.set(entry.row, { row: entry.row, ...found })
        }
      }
      return [...best.values()].sort((one, other) => other.score - one.score)
    },
  }
}

interface Vocabulary {
  add(word: string, entry: number): void
  /** Entries with a word that is as good as this one, for each such word; one of two joined words is found by sound alone. */
  entriesLike(word: string, isJoined: boolean): number[][]
}

/** No likeness has more: unheard letters cost next to nothing, but cost. */
const MOST_MORE_LETTERS = 6

/** Cache size, in words with their similar words; the same names recur. */
const MOST_REMEMBERED = 20_000

function createVocabulary(given: boolean): Vocabulary {
  const ids = new Map<string, number>()
  const words: string[] = []
  const entriesOf: number[][] = []
  const byTriple = new Map<string, number[]>()
  const bySound = new Map<string, number[]>()
  const byGroup = new Map<number, number[]>()
  const remembered = new Map<string, number[]>()
  let counts = new Uint8Array(0)
  // one name's given name may be the other's family name, so either comparison counts
  const isLike = (one: string, other: string) =>
    likeness(one, other, given) !== null || (given && likeness(one, other, false) !== null)

  const put = <Key>(map: Map<Key, number[]>, key: Key, id: number) => {
    const list = map.get(key)
    if (list) list.push(id)
    else map.set(key, [id])
  }

  function learn(word: string): number {
    remembered.clear()
    const id = words.push(word) - 1
    ids.set(word, id)
    entriesOf.push([])
    for (const triple of triplesOf(word)) put(byTriple, triple, id)
    for (const sound of soundsOf(word)) put(bySound, sound, id)
    if (given) for (const group of nameGroups(word)) put(byGroup, group, id)
    return id
  }

  function candidates(word: string, isJoined: boolean): Set<number> {
    const found = new Set<number>()
    for (const sound of soundsOf(word)) for (const id of bySound.get(sound) ?? []) found.add(id)
    if (given) for (const group of nameGroups(word)) for (const id of byGroup.get(group) ?? []) found.add(id)
    if (isJoined) return found
    if (counts.length < words.length) counts = new Uint8Array(words.length * 2)
    const touched: number[] = []
    for (const triple of triplesOf(word)) {
      for (const id of byTriple.get(triple) ?? []) {
        if (counts[id] === 0) touched.push(id)
        counts[id] = (counts[id] ?? 0) + 1
      }
    }
    for (const id of touched) {
      const letters = words[id]?.length ?? 0
      // an exchanged letter takes three of them away, and no likeness survives three exchanged letters
      const least = Math.max(1, Math.max(word.length, letters) - 6)
      if ((counts[id] ?? 0) >= least && Math.abs(letters - word.length) <= MOST_MORE_LETTERS) found.add(id)
      counts[id] = 0
    }
    return found
  }

  function like(word: string, isJoined: boolean): number[] {
    const known = remembered.get(word)
    if (known && !isJoined) return known
    const own = ids.get(word)
    const found = own === undefined ? [] : [own]
    for (const id of candidates(word, isJoined))
      if (id !== own && isLike(word, words[id] ?? '')) found.push(id)
    if (isJoined) return found
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    remembered.set(word, found)
    return found
  }

  return {
    add(word, entry) {
      const id = ids.get(word) ?? learn(word)
      entriesOf[id]?.push(entry)
    },
    entriesLike: (word, isJoined) => like(word, isJoined).map((id) => entriesOf[id] ?? []),
  }
}

/** Three neighbouring letters, with the ends marked. */
function triplesOf(word: string): Set<string> {
  const marked = `^${word}$`
  return new Set(Array.from({ length: marked.length - 2 }, (_, at) => marked.slice(at, at + 3)))
}

function soundsOf(word: string): Set<string> {
  return new Set(doubleMetaphone(word).filter((sound) => sound.length > 1))
}
