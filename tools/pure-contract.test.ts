import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { SERVER_ONLY, withoutServerOnly, wrap } from './pure-contract.ts'

const shortened = (code: string): string => withoutServerOnly(code, parseAst(code).body)
const wrapped = (code: string): string => wrap(code, parseAst(code).body)

describe('the contract in a bundle', () => {
  // Covers: public-pages-mails-9
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

  it('keeps of an endpoint what a browser reads', () => {
    expect(
      shortened(
        "const b = z.string()\nexport const a = endpoint('GET /api/a/:id', {\n  tag, summary: 'An a', access: 'public',\n" +
          "  params: z.object({ id: z.number() }), returns: z.object({ b }),\n})\nconst c = endpoint('GET /c', { ...d, tag })\n",
      ),
    ).toBe(
      "const b = z.string()\nexport const a = endpoint('GET /api/a/:id', {\n  access: 'public', " +
        "params: z.object({ id: z.number() }),\n})\nconst c = endpoint('GET /c', { ...d })\n",
    )
  })

  it('is read by the web without what is left out', () => {
    const names = [...SERVER_ONLY].join('|')
    const reading = new RegExp(`\\b(?<!typeof )(?:${endpointNames().join('|')}|endpoint)\\.(?:${names})\\b`)
    const files = globSync('web/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
    expect(files.length).toBeGreaterThan(500)
    expect(files.filter((file) => reading.test(readFileSync(file, 'utf8')))).toEqual([])
  })
})

/** As the contract exports them. */
const endpointNames = (): string[] =>
  globSync('contract/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/export const (\w+) = endpoint\(/g)].map(
      ([, name]) => name ?? '',
    ),
  )
