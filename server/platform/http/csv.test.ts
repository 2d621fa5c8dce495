import { parse } from 'csv-parse/sync'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { type CsvCell, inPages, safeCell, sendCsv } from './csv.ts'

async function written(rows: CsvCell[][]): Promise<{ text: string; rows: string[][] }> {
  const server = Fastify()
  server.get('/', (_request, reply) =>
    sendCsv(reply, { name: 'x.csv', header: ['a', 'b'], pages: inPages(each(rows)) }),
  )
  const { payload } = await server.inject('/')
  await server.close()
  return { text: payload, rows: parse(payload, { bom: true }) }
}

async function* each<T>(items: T[]): AsyncGenerator<T> {
  yield* items
}

describe('CSV exports', () => {
  it('give back every cell that went in, line breaks, quotes and separators included', async () => {
    const rows = [
      ['Line one\nline two', 'x\r\ny'],
      ['say "hi"', 'a,b;c'],
      ['', 'Ünïcode ✓'],
    ]
    expect((await written(rows)).rows).toEqual([['a', 'b'], ...rows])
  })

  it('end every record with a carriage return and a line feed, and quote a cell that holds either', async () => {
    expect((await written([['a\rb', 'c']])).text).toBe('\uFEFFa,b\r\n"a\rb",c\r\n')
    expect((await written([['a\rb', 'c\nd']])).text).toBe('\uFEFFa,b\r\n"a\rb","c\nd"\r\n')
  })

  // Covers: http-conventions-23
  it('never hold a formula, and leave phone numbers as they are', () => {
    expect(safeCell('=HYPERLINK("http://evil.example","click")')).toMatch(/^'=/)
    expect(safeCell('@SUM(A1)')).toBe("'@SUM(A1)")
    expect(safeCell('-2+cmd')).toBe("'-2+cmd")
    for (const cell of ['＝1+1', '＋1+1', '－1+1', '＠SUM(A1)']) expect(safeCell(cell)).toBe(`'${cell}`)
    expect(safeCell('\t=1')).toBe("'\t=1")
    expect(safeCell("'=1")).toBe("''=1")
    expect(safeCell('+61 2 5550 1234')).toBe('+61 2 5550 1234')
  })

  it('that cannot be read are refused as a whole', async () => {
    const server = Fastify()
    // biome-ignore lint/correctness/useYield: it fails before the first row
    async function* unreadable(): AsyncGenerator<CsvCell[]> {
      throw Object.assign(new Error('no such text'), { statusCode: 400 })
    }
    server.get('/', (_request, reply) =>
      sendCsv(reply, { name: 'x.csv', header: ['a'], pages: inPages(unreadable()) }),
    )
    expect((await server.inject('/')).statusCode).toBe(400)
    await server.close()
  })

  // Covers: http-conventions-23
  it('start with a byte order mark and hold as many rows as were given', async () => {
    const { text, rows } = await written(Array.from({ length: 1200 }, (_, index) => [index, null]))
    expect(text.startsWith('\uFEFF')).toBe(true)
    expect(rows).toHaveLength(1201)
  })
})
