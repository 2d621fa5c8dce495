import { parseSync } from 'vite'
import { sqlFaults } from './sql-faults.ts'

/** A small fault that a programmer could have written: an expression and its replacement. */
export interface Fault {
  start: number
  end: number
  /** From 1. */
  line: number
  /** The expression with the fault, as source. */
  text: string
  /** Description of the fault, e.g. '< became <='. */
  what: string
  /** It is evaluated once, when its module is loaded. */
  atLoad: boolean
  /** A statement of a block begins with it. */
  startsStatement: boolean
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const SWAPPED: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
}
/** Calls that notify or record; a fault leaves them out. */
const TELLS =
  /^(?:await )?(?:\w+\.)?(?:emit|audit|enqueue|changed|record\w*|cancel\w*|end\w*|revoke\w*|delete\w*|suppress\w*)\(/
/** Calls whose arguments no test needs to check: logs, errors' words. */
const UNREAD = /(?:\.log\.\w+|Error|notFound|describe|summary)$/

/** Every fault of a file, in the order of its text. */
export function faultsIn(path: string, source: string): Fault[] {
  const { program } = parseSync(path, source)
  const found: Fault[] = []
  const statements = new Set<number>()
  let depth = 0

  const add = ({ start, end }: Node, text: string, what: string): void => {
    const line = source.slice(0, start).split('\n').length
    const place = { atLoad: depth === 0, startsStatement: statements.has(start) }
    found.push({ start, end, line, text, what, ...place })
  }
  const sourceOf = ({ start, end }: Node): string => source.slice(start, end)

  const visit = (node: Node, parent: Node | null, key: string): void => {
    if (isSkipped(node, parent, key, sourceOf)) return
    if (node.type === 'ExpressionStatement' && /^(Block|Program|SwitchCase)/.test(parent?.type ?? '')) {
      statements.add(node.start)
    }
    const own = faultsOf(node, parent, key, sourceOf)
    for (const { text, what } of own) add(node, text, what)
    const isFunction = /^(Arrow)?Function/.test(node.type)
    depth += isFunction ? 1 : 0
    for (const [child, childKey] of childrenOf(node)) visit(child, node, childKey)
    depth -= isFunction ? 1 : 0
  }
  visit(program as unknown as Node, null, '')
  return found
}

function isSkipped(node: Node, parent: Node | null, key: string, sourceOf: (node: Node) => string): boolean {
  if (/^(Import|ExportAll)/.test(node.type)) return true
  if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(node.type)) return true
  if (parent && /^TS(As|Satisfies)/.test(parent.type) && key !== 'expression') return true
  if (parent && /Property|MethodDefinition/.test(parent.type) && key === 'key') return true
  if (/^(Call|New)Expression$/.test(node.type)) return UNREAD.test(sourceOf(node.callee as Node))
  return false
}

interface Change {
  text: string
  what: string
}

function faultsOf(node: Node, parent: Node | null, key: string, sourceOf: (node: Node) => string): Change[] {
  const whole = sourceOf(node)
  const changes: Change[] = []
  const isTest = key === 'test' && /^(If|While|Conditional|For|DoWhile)/.test(parent?.type ?? '')
  if (isTest) {
    // others are turned round by their operator
    if (!/^(Binary|Logical|Unary)/.test(node.type)) {
      changes.push({ text: `!(${whole})`, what: 'condition negated' })
    }
    if (leaves(parent?.consequent as Node | undefined))
      changes.push({ text: 'false', what: 'guard left out' })
  }
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
    const { left, right, operator } = node as unknown as { left: Node; right: Node; operator: string }
    const joinsTexts = [left, right].some(
      (side) => side.type === 'TemplateLiteral' || typeof side.value === 'string',
    )
    if (!(operator === '+' && joinsTexts)) {
      for (const other of SWAPPED[operator] ?? [])
        changes.push({
          text: `(${sourceOf(left)}) ${other} (${sourceOf(right)})`,
          what: `${operator} became ${other}`,
        })
    }
  }
  if (node.type === 'UnaryExpression' && node.operator === '!') {
    changes.push({ text: sourceOf(node.argument as Node), what: '! left out' })
  }
  if (node.type === 'Literal') changes.push(...literalFaults(node.value, parent, key))
  const isColumns = parent?.type === 'CallExpression' && COLUMNS.test(sourceOf(parent.callee as Node))
  if (node.type === 'ArrayExpression' && (node.elements as unknown[]).length > 0 && !isColumns) {
    changes.push({ text: '[]', what: 'list emptied' })
  }
  if (node.type === 'TaggedTemplateExpression' && /^sql\b/.test(whole)) changes.push(...sqlFaults(whole))
  if (node.type === 'CallExpression') changes.push(...stepFault(node, sourceOf))
  if (parent?.type === 'ExpressionStatement' && TELLS.test(whole)) {
    changes.push({ text: 'undefined', what: `${whole.slice(0, whole.indexOf('('))} left out` })
  }
  return changes
}

function literalFaults(value: unknown, parent: Node | null, key: string): Change[] {
  if (typeof value === 'boolean') return [{ text: String(!value), what: `${value} became ${!value}` }]
  if (typeof value === 'number') {
    return [value + 1, value - 1].map((other) => ({ text: `(${other})`, what: `${value} became ${other}` }))
  }
  if (typeof value !== 'string' || value === '' || key === 'source') return []
  if (parent?.type === 'ArrayExpression') return []
  if (/^(Call|New)Expression$/.test(parent?.type ?? '')) {
    return (OPERATORS[value] ?? []).map((other) => ({
      text: `'${other}'`,
      what: `'${value}' became '${other}'`,
    }))
  }
  return parent?.type === 'ExpressionStatement'
    ? []
    : [{ text: "''", what: `'${value.slice(0, 30)}' emptied` }]
}

/** Of a query's conditions and order. */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '=': ['<>'],
  '<>': ['='],
  '<': ['<='],
  '<=': ['<'],
  '>': ['>='],
  '>=': ['>'],
  is: ['is not'],
  'is not': ['is'],
  asc: ['desc'],
  desc: ['asc'],
}

/** Lists of columns, without which a query does not run. */
const COLUMNS = /\.(select|returning|groupBy|columns|orderBy|values|doUpdateSet)$/
/** Steps of a query that it runs without. */
const STEPS = /^(where|whereRef|having|forUpdate|skipLocked|distinct|limit)$/

function stepFault(node: Node, sourceOf: (node: Node) => string): Change[] {
  const callee = node.callee as Node
  if (callee.type !== 'MemberExpression') return []
  const step = sourceOf(callee.property as Node)
  if (!STEPS.test(step)) return []
  const what = sourceOf(node)
    .slice((callee.object as Node).end - node.start)
    .replace(/\s+/g, ' ')
  return [{ text: sourceOf(callee.object as Node), what: `${what.slice(0, 70)} left out` }]
}

/** The statement, or the first of its block, leaves the function or the loop. */
function leaves(statement: Node | undefined): boolean {
  const first = statement?.type === 'BlockStatement' ? (statement.body as Node[]).at(-1) : statement
  return /^(Return|Throw|Continue|Break)Statement$/.test(first?.type ?? '')
}

function childrenOf(node: Node): [Node, string][] {
  return Object.entries(node).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).filter(isNode).map((child): [Node, string] => [child, key]),
  )
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value
