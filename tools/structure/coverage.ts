import { isTest, type SourceFile } from './sources.ts'

const ROW = /^\|(?<asks>[^|]+)\|(?<tests>[^|]+)\|\s*$/
const TITLE = /`([^`]+)`/g

/** Titles named in the coverage table, with their line. */
export function namedTests(table: string): { title: string; line: number }[] {
  return table.split('\n').flatMap((text, index) => {
    const tests = ROW.exec(text)?.groups?.tests ?? ''
    return [...tests.matchAll(TITLE)].map(([, title = '']) => ({ title, line: index + 1 }))
  })
}

/** Rows that name no test at all. */
export function untestedRows(table: string): number[] {
  return table.split('\n').flatMap((text, index) => {
    const groups = ROW.exec(text)?.groups
    if (!groups || /^[\s:-]+$/.test(groups.asks ?? '') || /what is asked/i.test(groups.asks ?? '')) return []
    return /`[^`]+`/.test(groups.tests ?? '') ? [] : [index + 1]
  })
}

/** Fails when a test that docs/coverage.md names does not exist. */
export function checkCoverage(table: string, files: readonly SourceFile[]): string[] {
  const tests = files.filter(({ path }) => isTest(path)).map(({ text }) => text.replaceAll("\\'", "'"))
  const gone = namedTests(table)
    .filter(({ title }) => !tests.some((text) => text.includes(title)))
    .map(({ title, line }) => `docs/coverage.md:${line}: no test is titled "${title}"`)
  const empty = untestedRows(table).map((line) => `docs/coverage.md:${line}: names no test`)
  return [...gone, ...empty]
}
