import { describe, expect, it } from 'vitest'
import { checkCoverage, coverageOf } from './coverage.ts'

const requirements = [
  '# Requirements',
  '',
  '## Bells',
  '',
  '- `bells-1` It rings',
  '- `bells-2` It hangs up',
  '',
].join('\n')
const file = (text: string) => [{ path: 'server/bell.test.ts', text }]
const both = file(`
  // Covers: bells-1
  it.each([['a', 'b']])('rings twice: %s', () => {})
  describe('it', () => {
    // Covers: bells-1, bells-2
    it('hangs up', () => {})
  })`)

describe('the coverage table', () => {
  it('is written from the comments of the tests', () => {
    const { text, problems } = coverageOf(requirements, both)
    expect(problems).toEqual([])
    expect(text).toContain('| It rings | `rings twice: %s`, `hangs up` |\n| It hangs up | `hangs up` |\n')
    expect(checkCoverage(requirements, text, both)).toEqual([])
    expect(checkCoverage(requirements, '', both)).toEqual([
      'docs/coverage.md is out of date: run npm run coverage',
    ])
  })

  it('names requirements without a test and comments without a requirement', () => {
    const { problems } = coverageOf(requirements, file("// Covers: bells-1, gongs-1\nit('rings', () => {})"))
    expect(problems).toEqual([
      'docs/requirements.md:6: no test covers "bells-2"',
      'docs/requirements.md: a test covers "gongs-1", which is not there',
    ])
    expect(coverageOf(requirements, file('// Covers: bells-1')).problems).toContain(
      'server/bell.test.ts: "Covers: bells-1" stands above no test',
    )
  })
})
