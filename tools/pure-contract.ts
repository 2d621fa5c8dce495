import type { Plugin } from 'vite'

/** Values that cost nothing: not worth wrapping. */
const PLAIN = new Set([
  'Literal',
  'TemplateLiteral',
  'ArrowFunctionExpression',
  'FunctionExpression',
  'Identifier',
])

/**
 * Lets a bundle leave out what it does not use of the contract. A schema is made by calls, which a bundler must keep as
 * they might do something; here they only make values, so each is wrapped into a call that is marked as pure. Without
 * it every page would make the schemas of every endpoint of the files that it touches, most of its script's work.
 */
export function pureContract(): Plugin {
  return {
    name: 'pure-contract',
    // after the types are gone
    enforce: 'post',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/[\w-]+\.ts$/ },
      handler(code) {
        const wrapped = wrap(code, this.parse(code).body)
        return wrapped === code ? null : { code: wrapped, map: null }
      },
    },
  }
}

/** What this needs of a syntax tree (ESTree). */
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
