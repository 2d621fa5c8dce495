import { createHash } from 'node:crypto'
import { parseSync } from 'oxc-parser'
import { automatedDecisions, requirementOf } from '#contract/automated-decisions.ts'
import { type DecisionKind, decisionKinds } from '#contract/decisions/decision-kinds.ts'
import {
  decidedColumns,
  decidedTables,
  decidingCommands,
  undecidedTables,
  unstoredKinds,
} from './decided-columns.ts'
import { isTest, type SourceFile } from './sources.ts'
import { tablesOf, writtenTables } from './writes.ts'

/** Names of columns that may hold a decision. */
const OUTCOME =
  /^(?:.*(?:status|state|verdict|outcome|result|tier|arm|risk|score|suspicion|reason)|(?:held|flagged|suspended|blocked|barred|banned|denied|refused|rejected|declined|accepted|approved|lapsed|retired|silenced|cleared|ended|expired|reached|listed|eligible|allowed|suppressed)(?:At|Since|By|Reason|Until|On)?|reasons|answer|action|decision|overall|source)$/i
const CLASSIFY = 'tools/structure/decided-columns.ts'
const RULES = 'tools/structure/decision-rules.txt'

/**
 * Every table, column and command by which the product may decide about a person is in the register of automated
 * decisions, or classified as no decision.
 */
export function checkDecisions(files: readonly SourceFile[], schema: string): string[] {
  const product = files.filter(({ path }) => /^server\/(?!demo\/)/.test(path) && !isTest(path))
  const columns = columnsOf(schema)
  const written = new Map(
    product.flatMap(({ path, text }) =>
      writtenTables(text, tablesOf(schema)).map((table) => [table, path] as const),
    ),
  )
  return [...undeclaredWrites(written, columns), ...undeclaredCommands(product), ...unusedKinds()]
}

function undeclaredWrites(
  written: ReadonlyMap<string, string>,
  columns: ReadonlyMap<string, readonly string[]>,
): string[] {
  return [...written].flatMap(([table, path]) => {
    const outcomes = (columns.get(table) ?? []).filter((column) => OUTCOME.test(column))
    const classified = decidedColumns[table]
    const missing = outcomes.filter((column) => classified?.[column] === undefined)
    const isListed = classified || table in decidedTables || undecidedTables.includes(table)
    return [
      ...(isListed || outcomes.length > 0
        ? []
        : [`${path}: writes ${table}; say in ${CLASSIFY} whether its rows decide about a person`]),
      ...missing.map(
        (column) =>
          `${path}: writes ${table}.${column}; say in ${CLASSIFY} which automated decision it holds, or none`,
      ),
    ]
  })
}

function undeclaredCommands(files: readonly SourceFile[]): string[] {
  return Object.entries(decidingCommands).flatMap(([command, callers]) => {
    const call = new RegExp(`(?<!function )\\b${command}\\(`)
    return files
      .filter(({ path, text }) => call.test(text) && !(path in callers))
      .map(({ path }) => `${path}: calls ${command}; say in ${CLASSIFY} which automated decision that is`)
  })
}

/** Kinds of the register that nothing writes any more. */
function unusedKinds(): string[] {
  const used = new Set<string>([
    ...Object.values(decidedColumns).flatMap((columns) => Object.values(columns)),
    ...Object.values(decidedTables),
    ...unstoredKinds,
  ])
  return decisionKinds
    .filter((kind) => !used.has(kind))
    .map((kind) => `contract/automated-decisions.ts: ${CLASSIFY} names no column of ${kind}`)
}

/**
 * Every kind has a requirement, whose tests docs/coverage.md names, and the rule that its entry describes.
 * @param requirements docs/requirements.md
 * @param checksums a line "checksum kind" for each: of the sources of its rule when somebody last read its entry
 */
export function checkRegister(
  files: readonly SourceFile[],
  requirements: string,
  checksums: string,
): string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const lines = checksums.split('\n')
  return decisionKinds.flatMap((kind) => {
    const { sources } = automatedDecisions[kind]
    const gone = sources.filter((path) => !texts.has(path))
    const line = `${checksumOf(kind, texts)}  ${kind}`
    return [
      ...gone.map((path) => `contract/automated-decisions.ts: ${kind} names ${path}, which does not exist`),
      ...(requirements.includes(`- \`${requirementOf(kind)}\` `)
        ? []
        : [`docs/requirements.md: add \`${requirementOf(kind)}\`, which a test covers`]),
      ...(lines.includes(line)
        ? []
        : [
            `${sources.join(', ')}: the rule of "${kind}" has changed. Read its entry in contract/decisions, correct it and its version, then write "${line}" into ${RULES}`,
          ]),
    ]
  })
}

/** Of the code alone: comments and layout do not matter. */
function checksumOf(kind: DecisionKind, texts: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256')
  for (const path of automatedDecisions[kind].sources) hash.update(codeOf(path, texts.get(path) ?? ''))
  return hash.digest('hex').slice(0, 12)
}

function codeOf(path: string, text: string): string {
  const code = parseSync(path, text).comments.reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(end),
    text,
  )
  return code.replaceAll(/\s+/g, '')
}

const TABLE_TYPE = /^ {2}(\w+): ([A-Z]\w+);$/gm

function columnsOf(schema: string): Map<string, string[]> {
  const bodies = new Map(
    [...schema.matchAll(/^export interface (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, name = '', body = '']) => [
      name,
      [...body.matchAll(/^ {2}(\w+): /gm)].map(([, column = '']) => column),
    ]),
  )
  return new Map(
    [...schema.matchAll(TABLE_TYPE)].map(([, table = '', type = '']) => [table, bodies.get(type) ?? []]),
  )
}
