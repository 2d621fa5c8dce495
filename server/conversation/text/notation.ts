// The notation of the vocabulary: phrases over normalised words, compiled to regular expressions.
//
//   word           this word               (a|b c)   one of these phrases
//   record~        any ending              [a|b]     optional
//   <ring>         a word class            + * **    one word, up to three, up to seven of the same clause
//   ^ $            start, end of a clause  !(a|b)    not followed by; at the start of a phrase: not preceded by

import { wordClasses } from '../vocabulary/word-classes.ts'
import { contract } from './contractions.ts'

const TOKEN = /\*\*|[()[\]|!*+^$]|<\w+>|[^\s()[\]|!<>*+^$]+/g

/** Words with which a phrase can start; null: any. */
type First = ReadonlySet<string> | null

interface Part {
  /** Each word of the expression takes the space after it. */
  source: string
  first: First
  /** May match no words, so that the next part can start the phrase. */
  isOptional: boolean
}

const ZERO_WIDTH: First = new Set()
const FIXED: Readonly<Record<string, Part>> = {
  '+': { source: '[^ |_]+ ', first: null, isOptional: false },
  '*': { source: '(?:[^ |_]+ ){0,3}', first: null, isOptional: true },
  '**': { source: '(?:[^ |_]+ ){0,7}', first: null, isOptional: true },
  '^': { source: '(?<=[|_] )', first: ZERO_WIDTH, isOptional: true },
  $: { source: '(?=[|_])', first: null, isOptional: true },
}

const union = (a: First, b: First): First => (a === null || b === null ? null : new Set([...a, ...b]))

class Parser {
  readonly #tokens: readonly string[]
  #at = 0
  constructor(phrase: string) {
    this.#tokens = contract(phrase).match(TOKEN) ?? []
  }

  /** Alternatives up to a closing bracket. */
  alternatives(): Part {
    let all = this.#sequence()
    while (this.#tokens[this.#at] === '|') {
      this.#at++
      const next = this.#sequence()
      all = {
        source: `${all.source}|${next.source}`,
        first: union(all.first, next.first),
        isOptional: all.isOptional || next.isOptional,
      }
    }
    return all
  }

  #sequence(): Part {
    let all: Part = { source: '', first: new Set(), isOptional: true }
    for (
      let token = this.#tokens[this.#at];
      token !== undefined && !')]|'.includes(token);
      token = this.#tokens[this.#at]
    ) {
      const part = this.#part(token)
      all = {
        source: all.source + part.source,
        first: all.isOptional ? union(all.first, part.first) : all.first,
        isOptional: all.isOptional && part.isOptional,
      }
    }
    return all
  }

  #part(token: string): Part {
    this.#at++
    if (token === '!') return this.#negative()
    if (token === '(' || token === '[') {
      const inner = this.alternatives()
      this.#at++
      const isOptional = token === '[' || inner.isOptional
      return { source: `(?:${inner.source})${token === '[' ? '?' : ''}`, first: inner.first, isOptional }
    }
    const fixed = FIXED[token]
    if (fixed) return fixed
    if (token.startsWith('<')) return classPart(token.slice(1, -1))
    const isPrefix = token.endsWith('~')
    const source = `${token.replaceAll(/[.+?\\{}]/g, '\\$&').replaceAll('~', '[^ |]*')} `
    return { source, first: isPrefix || token.includes('\\') ? null : new Set([token]), isOptional: false }
  }

  #negative(): Part {
    const isStart = this.#at === 1
    this.#at++
    const { source } = this.alternatives()
    this.#at++
    return { source: isStart ? `(?<! (?:${source}))` : `(?!${source})`, first: ZERO_WIDTH, isOptional: true }
  }
}

const classParts = new Map<string, Part>()

function classPart(name: string): Part {
  const found = classParts.get(name)
  if (found) return found
  const phrases = wordClasses[name]
  if (phrases === undefined) throw new Error(`The vocabulary has no word class <${name}>`)
  const part = new Parser(phrases.join('|')).alternatives()
  const bracketed = { ...part, source: `(?:${part.source})` }
  classParts.set(name, bracketed)
  return bracketed
}

export interface CompiledPhrase {
  first: First
  pattern: RegExp
}

export function compilePhrase(phrase: string): CompiledPhrase {
  const { source, first, isOptional } = new Parser(phrase).alternatives()
  return { pattern: new RegExp(`(?:${source})`, 'y'), first: isOptional ? null : first }
}
