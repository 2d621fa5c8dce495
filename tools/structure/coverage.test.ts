import { describe, expect, it } from 'vitest'
import { checkCoverage } from './coverage.ts'

const table = [
  '| What is asked | Tests |',
  '| --- | --- |',
  '| It rings | `rings twice` |',
  '| It hangs up | none |',
].join('\n')
const file = (text: string) => [{ path: 'server/bell.test.ts', text }]

describe('the coverage table', () => {
  it('fails when a named test is gone and when a row names none', () => {
    expect(checkCoverage(table, file("it('rings once')"))).toEqual([
      'docs/coverage.md:3: no test is titled "rings twice"',
      'docs/coverage.md:4: names no test',
    ])
    expect(checkCoverage(table, file("it('rings twice')"))).toHaveLength(1)
  })
})
