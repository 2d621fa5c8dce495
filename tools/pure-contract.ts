import type { Plugin } from 'vite'

/** Values that cost nothing: not worth wrapping. */
const PLAIN = new Set([
  'Literal',
  'TemplateLiteral',
  'ArrowFunctionExpression',
  'FunctionExpression',
  'Identifier',
])

/** Fields of an endpoint that only the server reads; a browser does not validate responses of its own server. */
export const SERVER_ONLY: ReadonlySet<string> = new Set([
  ...['summary', 'tag', 'returns', 'kind', 'status'],
  ...['multipart', 'raw', 'limit', 'otherStatuses'],
])

/**
 * Lets a bundle leave out unused parts of the contract. Calls create the schemas, and a bundler must keep calls because
 * of possible side effects; here they have none, so each is wrapped into a call that is marked as pure. Fields of
 * endpoints that only the server reads are removed, and with them the schemas of all responses. Otherwise every page
 * would create the schemas of every endpoint in the files that it imports, most of its script's work.
 */
export function pureContract(): Plugin {
  return {
    name: 'pure-contract',
    // after the types are removed
    enforce: 'post',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/(?:[\w-]+\/)?[\w-]+\.ts$/ },
      handler(code) {
        const short = withoutServerOnly(code, this.parse(code).body)
        const wrapped = wrap(short, this.parse(short).body)
        return wrapped === code ? null : { code: wrapped, map: null }
      },
    },
  }
}

/** The needed part of a syntax tree (ESTree). */
interface Node {
  type: string
  start: number
  end: number
}
interface Declaration extends Node {
  kind?: string
  declaration?: Declaration | null
  declarations?: (Node & { init?: Node | null })[]
}
interface Property extends Node {
  key?: Node & { name?: string }
}
interface Call extends Node {
  callee?: Node & { name?: string }
  arguments?: (Node & { properties?: Property[] })[]
}

/** Marks the value of each constant at the top of the file as pure. */
export function wrap(code: string, statements: readonly Declaration[]): string {
  const values = statements
    .map((statement) => statement.declaration ?? statement)
    .filter(({ kind }) => kind === 'const')
    .flatMap(({ declarations = [] }) => declarations.flatMap(({ init }) => init ?? []))
    .filter(({ type }) => !PLAIN.has(type))
  let result = code
  for (const { start, end } of values.toReversed()) {
    const value = `/*#__PURE__*/ (() => (${code.slice(start, end)}))()`
    result = result.slice(0, start) + value + result.slice(end)
  }
  return result
}

/** Removes the fields of each `endpoint(route, { … })` that a browser never reads. */
export function withoutServerOnly(code: string, statements: readonly Node[]): string {
  let result = code
  for (const { properties = [] } of definitions(statements).toReversed()) {
    const kept = properties.filter(({ key }) => !SERVER_ONLY.has(key?.name ?? ''))
    const [first, last] = [properties[0], properties.at(-1)]
    if (!first || !last || kept.length === properties.length) continue
    const texts = kept.map(({ start, end }) => code.slice(start, end))
    result = result.slice(0, first.start) + texts.join(', ') + result.slice(last.end)
  }
  return result
}

/** The second argument of every call of `endpoint`, in the order of the file. */
function definitions(tree: unknown): NonNullable<Call['arguments']> {
  if (Array.isArray(tree)) return tree.flatMap(definitions)
  if (typeof tree !== 'object' || tree === null) return []
  const { type, callee, arguments: given } = tree as Call // any object: only the fields of a call are read
  if (type === 'CallExpression' && callee?.name === 'endpoint') return given?.slice(1, 2) ?? []
  return Object.values(tree).flatMap(definitions)
}
