import { describe, expect, test } from 'vitest'
import { readTable, sniffDelimiter, type TableRow } from './read-csv.rules.ts'

async function read(text: string): Promise<{ columns: string[]; rows: TableRow[] }> {
  let columns: string[] = []
  const rows: TableRow[] = []
  await readTable(
    text,
    (table) => {
      columns = table.columns
    },
    async (batch) => void rows.push(...batch),
  )
  return { columns, rows }
}

describe('what spreadsheets write', () => {
  test.each([
    ['commas', 'a,b\n1,2\n'],
    ['semicolons', 'a;b\n1;2\n'],
    ['tabs', 'a\tb\n1\t2\n'],
    ['CRLF', 'a,b\r\n1,2\r\n'],
    ['no line break at the end', 'a,b\n1,2'],
    ['a note of the delimiter', 'sep=;\r\na;b\r\n1;2\r\n'],
    ['a delimiter in a quoted header', '"a";b\n1;2\n'],
  ])('%s', async (_name, text) => {
    expect(await read(text)).toEqual({ columns: ['a', 'b'], rows: [{ row: 2, cells: ['1', '2'] }] })
  })

  test('quoted line breaks, quotes and delimiters; blank rows count but are none', async () => {
    const { rows } = await read('a,b\n"x\ny","say ""hi"", ok"\n\n,\n1,2\n')
    expect(rows).toEqual([
      { row: 2, cells: ['x\ny', 'say "hi", ok'] },
      { row: 5, cells: ['1', '2'] },
    ])
  })

  test('columns without a header get a name, trailing ones go', async () => {
    expect((await read('a,,b,,\n1,2,3\n')).columns).toEqual(['a', 'Column 2', 'b'])
  })

  test('the delimiter is looked for outside quotes', () => {
    expect(sniffDelimiter('"a,b,c";d\n')).toBe(';')
    expect(sniffDelimiter('\n\na\tb\n1,2,3,4\n')).toBe('\t')
    expect(sniffDelimiter('alone\n')).toBe(',')
  })
})

describe('what is refused, with the row', () => {
  test.each([
    ['a,b\n1,2\n"x,3\ny,4\n', 'opens in row 3 is never closed'],
    ['a,b\n1,2\n\n"x,3', 'opens in row 4 is never closed'],
    ['a,b\n"x"y,3\n', 'Row 2 has a quote'],
    [`a,b\n1,2\n"${'x'.repeat(1_100_000)}`, 'Row 3 is longer than 1 MB'],
    ['Name,Phone,name\n', 'The header "name" appears twice, in columns 1 and 3'],
    ['Jane,jane@example.com\n', 'must name the columns'],
    ['Jane,0491 570 156\n', 'must name the columns'],
    ['\n\n', 'The file is empty.'],
    [`${Array.from({ length: 201 }, (_, n) => `c${n}`).join(',')}\n`, 'at most 200 are read'],
    [`a\n${'1\n'.repeat(500_001)}`, 'more than 500,000 rows'],
  ])('%#', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message)
  })
})
