import { parseSync } from 'vite'
import type { SourceFile } from '../structure/sources.ts'

export interface Text {
  path: string
  /** From 1. */
  line: number
  /** Interpolated values are written as {…}. */
  text: string
}

/** Attributes of components and keys of objects whose value a person reads even where it is one word. */
const SHOWN =
  /^(label|title|text|hint|description|subtitle|header|action|pendingText|submit|placeholder|aria-label|name|body|summary|heading|empty|noun|alt|message|cancel|ok)$/
/** Attributes and keys that hold no words for people. */
const HIDDEN =
  /^(className|class|id|key|type|role|href|to|d|viewBox|style|rel|target|htmlFor|autoComplete|inputMode|pattern|width|height|gridTemplate|summaryFor)$|^(data|aria)-(?!label)/
/** Calls and tags whose texts are for machines, and those for the operator's log. */
const MACHINE = /^(sql|cn|clsx|cva|raw|ref|RegExp|defineJob|String\.raw|z\.literal|querySelector(All)?)$/
const LOG = /(^|\.)log\.(trace|debug|info|warn|error|fatal)$/

/** 'call.finished', 'vault.{…}_started': names of events, jobs and audit actions. */
const MACHINE_WORD = /^[a-z_{}…-]+(\.[a-zA-Z_{}…-]+)+$/

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** Every text of a file that a person may read: text between tags, shown attributes, and sentences. */
export function textsOf({ path, text: source }: SourceFile): Text[] {
  const { program } = parseSync(path, source)
  const found: Text[] = []
  const lineOf = (at: number): number => source.slice(0, at).split('\n').length

  const add = (node: Node, text: string): void => {
    const line = text.replace(/\s+/g, ' ').trim()
    if (/\p{L}/u.test(line) && !MACHINE_WORD.test(line))
      found.push({ path, line: lineOf(node.start), text: line })
  }

  const visit = (node: Node, shown: boolean): void => {
    if (
      /^(Import|Export(All|Named)?)Declaration$/.test(node.type) &&
      !('declaration' in node && node.declaration)
    )
      return
    if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(node.type)) return
    if (isMachineCall(node, source)) return
    if (node.type === 'JSXText') {
      const text = String(node.value)
      add({ ...node, start: node.start + Math.max(0, text.search(/\S/)) }, text)
      return
    }
    const text = wordsOf(node, source)
    if (text !== null) {
      if (shown || isSentence(text)) add(node, text)
      return
    }
    for (const [child, childShown] of childrenOf(node, shown)) visit(child, childShown)
  }
  visit(program as unknown as Node, false)
  return found
}

/** The text of a literal, or null where the node is none. */
function wordsOf(node: Node, source: string): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  const quasis = node.quasis as { value: { cooked: string } }[]
  return quasis.map(({ value }) => value.cooked).join('{…}') || source.slice(node.start, node.end)
}

/** More than one word, of which most are words of a language. */
function isSentence(text: string): boolean {
  if (!/\p{L}{2,}[’',.:]? \p{L}|^\p{Lu}\p{Ll}+ (\{…\}|\d)|(\{…\}|\d) \p{Ll}{2,}/u.test(text)) return false
  return !/^[a-z0-9-]+(:[a-z0-9-]+)?(\s+[a-z0-9:[\]/.%_()-]*[-:[\]/][a-z0-9:[\]/.%_()-]*)+/.test(text)
}

function isMachineCall(node: Node, source: string): boolean {
  const callee =
    node.type === 'TaggedTemplateExpression'
      ? node.tag
      : /^(Call|New)Expression$/.test(node.type)
        ? node.callee
        : null
  if (!callee) return false
  const { start, end } = callee as Node
  const name = source.slice(start, end).replace(/<.*/s, '')
  return MACHINE.test(name) || LOG.test(name) || (node.type === 'NewExpression' && name === 'Error')
}

function childrenOf(node: Node, shown: boolean): [Node, boolean][] {
  if (node.type === 'JSXAttribute' || node.type === 'Property') {
    const name = nameOf((node.name ?? node.key) as Node)
    if (HIDDEN.test(name)) return node.type === 'Property' ? nodesIn(node.value, false) : []
    return nodesIn(node.value, SHOWN.test(name))
  }
  const keeps = /^(ConditionalExpression|LogicalExpression|JSXExpressionContainer|Parenthesized|TSAs)/.test(
    node.type,
  )
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'test' ? nodesIn(value, false) : nodesIn(value, keeps && shown),
  )
}

function nameOf(node: Node): string {
  return String(node.name ?? node.value ?? '')
}

function nodesIn(value: unknown, shown: boolean): [Node, boolean][] {
  if (Array.isArray(value)) return value.flatMap((each) => nodesIn(each, shown))
  const isNode = typeof value === 'object' && value !== null && 'type' in value && 'start' in value
  return isNode ? [[value as Node, shown]] : []
}
