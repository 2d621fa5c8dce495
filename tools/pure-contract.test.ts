import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { wrap } from './pure-contract.ts'

const wrapped = (code: string): string => wrap(code, parseAst(code).body)

describe('the contract in a bundle', () => {
  it('has the values that calls make marked as pure', () => {
    expect(
      wrapped('export const a = z.object({ b: text(3).min(1) }).refine(f)\nconst c = text(2), d = 1'),
    ).toBe(
      'export const a = /*#__PURE__*/ (() => (z.object({ b: text(3).min(1) }).refine(f)))()\n' +
        'const c = /*#__PURE__*/ (() => (text(2)))(), d = 1',
    )
  })

  it('keeps what does something, and what costs nothing, as it is', () => {
    const code =
      "z.config({ a: 1 })\nlet n = next()\nexport function f() { const x = g(); return x }\nexport const s = 'x', g = () => f(), h = s\nexport { z } from 'zod'"
    expect(wrapped(code)).toBe(code)
  })
})
