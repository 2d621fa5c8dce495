import { isTest, type SourceFile } from './sources.ts'

const QUERY = /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\('([a-zA-Z]+)'\)/g
const STATEMENT = /\b(?:insert into|delete from|merge into|update) (?:only )?([a-z_]+)(?=[\s(`])/g
const TABLE = /^ {2}(\w+): [A-Z]\w+;$/gm
/** A module; a group of providers or of the platform. */
const OWNER = /^server\/(?:modules|providers|platform)\/[^/]+/
const STORE = /[./]store\.ts$/

/** Files that write tables without being stores, with the reason. */
const writers: readonly (readonly [RegExp, string])[] = [
  [/^server\/demo\//, 'the demo world writes its past in sets'],
  [/\/kept-[a-z-]+\.ts$/, 'retention: a module declares its expired rows and their removal in one place'],
  [/\/person-[a-z-]+\.ts$/, 'erasure: a module declares how it removes a person from its rows in one place'],
  [/^server\/(platform|providers)\//, 'one file is the whole adapter of its table'],
]

const signIn =
  'better-auth writes its tables through its adapter; the module changes them for its own commands'
const removed = 'calls remove a person and expired details; providers handle no events'
/** Tables with two owners, with the reason. */
const shared: Readonly<Record<string, string>> = {
  campaignArms: 'dialling assigns arms; audiences keeps the lifelong group when brokers are merged',
  credentials: signIn,
  passkeys: signIn,
  sessions: signIn,
  verifications: signIn,
  idempotencyKeys: 'system removes a person from stored answers',
  inboundCalls: 'calls remove a person from calls of both directions',
  liveScripts: removed,
  simulatorCalls: removed,
  simulatorDials: removed,
  vaultKeys: 'the provider registers its key at the start; the vault retires keys after a rotation',
}

/** Only stores write tables, and a table is written by one owner: the module or provider that its stores belong to. */
export function checkWrites(files: readonly SourceFile[], schema: string): string[] {
  const tables = tablesOf(schema)
  const writes = files
    .filter(({ path }) => path.startsWith('server/') && !isTest(path))
    .flatMap(({ path, text }) => writtenTables(text, tables).map((table) => ({ path, table })))
  const excepted = (path: string): boolean => writers.some(([which]) => which.test(path))
  const outside = writes
    .filter(({ path }) => !STORE.test(path) && !excepted(path))
    .map(
      ({ path, table }) => `${path}: writes ${table}; only a store (*.store.ts) of its owner writes a table`,
    )
  const owned = writes.filter(({ path }) => !path.startsWith('server/demo/'))
  const foreign = [...Map.groupBy(owned, ({ table }) => table)].flatMap(([table, rows]) => {
    const owners = [...new Set(rows.map(({ path }) => OWNER.exec(path)?.[0] ?? path))].sort()
    return owners.length > 1 && !(table in shared)
      ? [`${owners.join(' and ')} write ${table}: a table has one owner; use its commands or an event`]
      : []
  })
  return [...new Set(outside), ...foreign]
}

/** @param schema `server/schema.gen.ts` */
export const tablesOf = (schema: string): ReadonlySet<string> =>
  new Set([...schema.matchAll(TABLE)].map(([, name = '']) => name))

export function writtenTables(text: string, tables: ReadonlySet<string>): string[] {
  const found = [
    ...[...text.matchAll(QUERY)].map(([, name = '']) => name),
    ...[...text.matchAll(STATEMENT)].map(([, name = '']) => toCamelCase(name)),
  ]
  return [...new Set(found)].filter((name) => tables.has(name))
}

const toCamelCase = (name: string): string =>
  name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
