import type { KyselyPlugin, OperationNode, RawNode, TableNode, WithNode } from 'kysely'

const WRITES = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?"?(\w+)"?/gi
const MAX_CACHED = 2_000
/** Tables by the text of raw statements: the same few hundred texts run again and again. */
const tablesOfTexts = new Map<string, readonly string[]>()

/** A plugin that reports the tables which statements write, in camel case. Words that are no table may be among them. */
export function reportWrittenTables(report: (table: string) => void): KyselyPlugin {
  return {
    transformQuery({ node }) {
      for (const table of writtenTables(node)) report(table)
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

function writtenTables(node: OperationNode): readonly string[] {
  switch (node.kind) {
    case 'RawNode':
      return tablesOfRaw(node as RawNode)
    case 'SelectQueryNode':
      return tablesOfWith(node)
    case 'InsertQueryNode':
    case 'MergeQueryNode':
      return [...tablesOfWith(node), ...namesIn(partOf(node, 'into'))]
    case 'UpdateQueryNode':
      return [...tablesOfWith(node), ...namesIn(partOf(node, 'table'))]
    case 'DeleteQueryNode':
      return [...tablesOfWith(node), ...namesIn(partOf(node, 'from'))]
    default:
      return []
  }
}

const partOf = (node: OperationNode, name: string): unknown => Reflect.get(node, name)

function tablesOfWith(node: OperationNode): readonly string[] {
  const clause = partOf(node, 'with') as WithNode | undefined
  return clause?.expressions.flatMap(({ expression }) => writtenTables(expression)) ?? []
}

/** Table names of a table, an alias of one, or the list of a DELETE. */
function namesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  if ('kind' in part && part.kind === 'TableNode') {
    const { identifier } = (part as unknown as TableNode).table
    return [camelCase(identifier.name)]
  }
  if ('froms' in part && Array.isArray(part.froms)) return part.froms.flatMap(namesIn)
  return 'node' in part ? namesIn(part.node) : []
}

function tablesOfRaw({ sqlFragments, parameters }: RawNode): readonly string[] {
  const text = sqlFragments.length === 1 ? (sqlFragments[0] ?? '') : sqlFragments.join(' ? ')
  let tables = tablesOfTexts.get(text)
  if (!tables) {
    tables = [...text.matchAll(WRITES)].map(([, name = '']) => camelCase(name))
    if (tablesOfTexts.size >= MAX_CACHED) tablesOfTexts.clear()
    tablesOfTexts.set(text, tables)
  }
  const nested = parameters.filter(({ kind }) => kind === 'RawNode')
  return nested.length === 0 ? tables : [...tables, ...nested.flatMap(writtenTables)]
}

const camelCase = (name: string): string =>
  name.toLowerCase() === name ? name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) : name
