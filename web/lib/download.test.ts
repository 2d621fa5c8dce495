import { describe, expect, it } from 'vitest'
import { fileNameOf, toCsv } from './download.ts'

describe('toCsv', () => {
  it('quotes what needs it and disarms formulas', () => {
    const csv = toCsv([
      ['Name', 'Phone', 'Calls'],
      ['Ng, "Ann"', '+61491570156', -3],
      ['=1+1', null, 0],
    ])
    expect(csv).toBe('Name,Phone,Calls\r\n"Ng, ""Ann""",\'+61491570156,-3\r\n\'=1+1,,0\r\n')
  })
})

describe('fileNameOf', () => {
  it.each([
    ['attachment; filename="rejects.csv"', 'rejects.csv'],
    ['attachment; filename="x.csv"; filename*=UTF-8\'\'r%C3%A9sum%C3%A9.csv', 'résumé.csv'],
    ["attachment; filename=plain.csv; filename*=UTF-8''%E0%A4%A", 'plain.csv'],
    ['inline', null],
    [null, null],
  ])('%s', (header, name) => {
    expect(fileNameOf(header)).toBe(name)
  })
})
