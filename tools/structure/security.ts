// Checks that docs/security names each item of the ASVS once, with its state, and places and tests that exist.

import type { SourceFile } from './sources.ts'

const STATES = ['met', 'not met', 'not applicable'] as const
type State = (typeof STATES)[number]

const ROW = /^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \|([^|]*)\|([^|]*)\|$/
const COUNTS = /^\| \[?V(\d+)\b[^|]*\| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/
const QUOTED = /`([^`]+)`/g

export interface SecurityDocument {
  /** The list of all items: a number and a level a line. */
  items: string
  /** The page with the counts of each chapter. */
  overview: string
  chapters: readonly SourceFile[]
}

interface Row {
  number: string
  state: string
  place: string
  places: string[]
  tests: { file: string; title: string }[]
}

/** @param exists whether the project holds this file or folder */
export function checkSecurity(
  { items, overview, chapters }: SecurityDocument,
  files: readonly SourceFile[],
  exists: (path: string) => boolean,
): string[] {
  const numbers = items
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '')
  const rows = chapters.flatMap(rowsOf)
  const texts = new Map(files.map(({ path, text }) => [path, text.replaceAll(/\\(['"`])/g, '$1')]))
  return [
    ...checkNumbers(numbers, rows),
    ...rows.flatMap((row) => checkRow(row, texts, exists)),
    ...checkCounts(numbers, rows, overview),
  ]
}

function rowsOf({ path, text }: SourceFile): Row[] {
  return text.split('\n').flatMap((line, index) => {
    const found = ROW.exec(line)
    if (!found) return []
    const [, number = '', state = '', , places = '', tests = ''] = found
    return {
      ...{ number, state, place: `${path}:${index + 1}` },
      places: [...places.matchAll(QUOTED)].map(([, name = '']) => name),
      tests: testsOf(tests),
    }
  })
}

/** `file`: `title`, `title`; `file`: `title` */
function testsOf(cell: string): Row['tests'] {
  let file = ''
  return [...cell.matchAll(/`([^`]+)`(:?)/g)].flatMap(([, name = '', colon]) => {
    if (colon === '') return { file, title: name }
    file = name
    return []
  })
}

function checkNumbers(numbers: readonly string[], rows: readonly Row[]): string[] {
  const missing = numbers
    .filter((number) => !rows.some((row) => row.number === number))
    .map((number) => `docs/security/asvs: item ${number} is missing`)
  const unknown = rows.flatMap(({ number, place }, index) => {
    if (!numbers.includes(number)) return `${place}: ${number} is no item of levels 1 and 2`
    const first = rows.findIndex((row) => row.number === number)
    return first === index ? [] : `${place}: ${number} is there twice`
  })
  return [...missing, ...unknown]
}

function checkRow(row: Row, texts: ReadonlyMap<string, string>, exists: (path: string) => boolean): string[] {
  const { number, state, place, places, tests } = row
  if (!STATES.includes(state as State)) return [`${place}: ${number} is ${STATES.join(', ')}, not "${state}"`]
  const problems = places.filter((path) => !exists(path)).map((path) => `${place}: ${path} does not exist`)
  for (const { file, title } of tests) {
    if (!texts.get(file)?.includes(title)) problems.push(`${place}: ${file} has no test titled "${title}"`)
  }
  if (state === 'met' && places.length === 0) problems.push(`${place}: ${number} names no place`)
  if (state === 'met' && tests.length === 0) problems.push(`${place}: ${number} names no test`)
  return problems
}

function checkCounts(numbers: readonly string[], rows: readonly Row[], overview: string): string[] {
  const chapters = new Set(numbers.map((number) => number.split('.')[0] ?? ''))
  const lines = overview.split('\n').flatMap((line) => {
    const [, chapter, ...counts] = COUNTS.exec(line) ?? []
    return chapter ? [{ chapter, counts: counts.map(Number) }] : []
  })
  return [...chapters].flatMap((chapter) => {
    const own = rows.filter(({ number }) => number.startsWith(`${chapter}.`))
    const counts = [own.length, ...STATES.map((state) => own.filter((row) => row.state === state).length)]
    const said = lines.find((line) => line.chapter === chapter)?.counts
    return said?.join() === counts.join()
      ? []
      : `docs/security.md: V${chapter} has ${counts.join(', ')} (all, ${STATES.join(', ')}), not ${said?.join(', ') ?? 'no row'}`
  })
}
