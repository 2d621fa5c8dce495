import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseDelimiter } from './choose-delimiter.ts'
import { openTable, type TableRow } from './read-table.ts'

async function read(text: string | Uint8Array): Promise<{ columns: string[]; rows: TableRow[] }> {
  const { columns, rows } = await readWithNotes(text)
  return { columns, rows }
}

async function readWithNotes(text: string | Uint8Array) {
  const table = await openTable(typeof text === 'string' ? Buffer.from(text) : text)
  const rows: TableRow[] = []
  for await (const batch of table.rows()) rows.push(...batch)
  return { columns: table.columns, rows, notes: table.notes }
}

const cellsOf = async (text: string): Promise<string[][]> => (await read(text)).rows.map(({ cells }) => cells)

describe('what spreadsheets write', () => {
  // Covers: import-12
  test.each([
    ['commas', 'a,b\n1,2\n'],
    ['semicolons', 'a;b\n1;2\n'],
    ['tabs', 'a\tb\n1\t2\n'],
    ['pipes', 'a|b\n1|2\n'],
    ['CR LF', 'a,b\r\n1,2\r\n'],
    ['CR, as on an old Mac', 'a,b\r1,2\r'],
    ['CR LF in the header, LF in the rows', 'a,b\r\n1,2\n'],
    ['LF in the header, CR LF in the rows', '"a","b"\n"1","2"\r\n'],
    ['LF in the header, CR in the rows', 'a,b\n1,2\r'],
    ['line ends converted twice', 'a,b\r\r\n1,2\r\r\n'],
    ['no line end behind the last row', 'a,b\n1,2'],
    ['a note of the delimiter', 'sep=;\r\na;b\r\n1;2\r\n'],
    ['a note of the delimiter, LF', 'sep=;\na;b\n1;2\n'],
    ['a note of the delimiter, CR', 'sep=;\ra;b\r1;2\r'],
    ['a quoted note of the delimiter behind a byte order mark', '\ufeff"sep=|"\r\na|b\r\n1|2\r\n'],
    ['a byte order mark behind the note', 'sep=,\r\n\ufeffa,b\r\n1,2\r\n'],
    ['two byte order marks', '\ufeff\ufeff"a","b"\r\n"1","2"\r\n'],
    ['Ctrl-Z at the end', 'a,b\r\n1,2\r\n\x1a'],
    ['NUL at the end', 'a,b\r\n1,2\r\n\0\0\0'],
    ['a delimiter in a quoted header', '"a";b\n1;2\n'],
    ['formulas that keep text', 'a,b\n="1",="2"\n'],
    ['quoted formulas that keep text', 'a,b\n"=""1""","=""2"""\n'],
    ['blanks around quotes', 'a, "b"\n"1" , "2" \n'],
    ['empty columns at the end', 'a,b,,,\n1,2,,,\n'],
  ])('%s', async (_name, text) => {
    const { columns, rows } = await read(text)
    expect(columns).toEqual(['a', 'b'])
    expect(rows).toEqual([{ row: 2, cells: expect.arrayContaining(['1', '2']) }])
    expect(rows[0]?.cells.slice(0, 2)).toEqual(['1', '2'])
  })

  // Covers: import-11
  test('reads quoted line ends, quotes and delimiters; blank rows count', async () => {
    const { rows } = await read('a,b\n"x\r\ny","say ""hi"", ok"\n\n,\n1,2\n')
    expect(rows).toEqual([
      { row: 2, cells: ['x\ny', 'say "hi", ok'] },
      { row: 5, cells: ['1', '2'] },
    ])
  })

  // Covers: import-11
  test('reads a vertical tab, a form feed and a cell of 100,000 characters', async () => {
    const long = 'x'.repeat(100_000)
    expect(await cellsOf(`a,b\nLee\x0bLevel 2,1\x0c\n${long},2\n`)).toEqual([
      ['Lee\x0bLevel 2', '1\x0c'],
      [long, '2'],
    ])
  })

  test.each([
    ['a,b\nAnn "Annie" Lee,5" pipe\n', ['Ann "Annie" Lee', '5" pipe']],
    ['a,b\n"Ann "Annie" Lee",2\n', ['Ann "Annie" Lee', '2']],
    ['a,b\n"x"y,"z"\n', ['xy', 'z']],
    ['a\tb\n"Ann" Lee\t2\n', ['"Ann" Lee', '2']],
    ['a\tb\n"Ann\t2\n', ['"Ann', '2']],
    ['a\tb\n"Lee, Ann"\t2\n', ['Lee, Ann', '2']],
    ['a,b\n="x,""y""",2\n', ['x,"y"', '2']],
    ["a,b\n'=SUM(1),'0491\n", ['=SUM(1)', "'0491"]],
    ["a,b\n''=SUM(1),'x\n", ["'=SUM(1)", "'x"]],
  ])('reads stray quotes, formulas and guards in %j', async (text, cells) => {
    expect(await cellsOf(text)).toEqual([cells])
  })

  test('names columns without a header and drops empty ones at the end', async () => {
    expect((await read('a,,b,,\n1,2,3\n')).columns).toEqual(['a', 'Column 2', 'b'])
  })

  test.each([
    ['"a,b,c";d\n', ';'],
    ['\n\na\tb\n1,2,3,4\n', '\t'],
    ['alone\n', ','],
    ['Name;Phone;Address (street, suburb, state, postcode)\nAnn;1;1 Main Street\nBea;2;2 High Street\n', ';'],
    ['Name;Phone\rLee, Ann, CFP;1\rRay, Bea, MFAA;2\r', ';'],
    ['Name;Amount\nAnn;1,5\nBea;2,5\n', ';'],
    ['Name|Company\nAnn|Lee, Ray; Poe\n', '|'],
    ['Name,Notes\nAnn,a;b;c\nBea,d;e;f\n', ','],
    ['Brokers of July\n\nName;Phone\nLee, Ann;1\n', ';'],
  ])('chooses the delimiter of %j', (text, delimiter) => {
    expect(chooseDelimiter(text)).toBe(delimiter)
  })

  test('leaves out titles above the header', async () => {
    const { columns, rows, notes } = await readWithNotes('Brokers of July\n\na,b\n1,2\n')
    expect({ columns, rows }).toEqual({ columns: ['a', 'b'], rows: [{ row: 4, cells: ['1', '2'] }] })
    expect(notes).toEqual(['Row above the header left out: 1.'])
  })

  test.each([
    ['two files with byte order marks', '\ufeff"a","b"\r\n"1","2"\r\n\ufeff"a","b"\r\n"3","4"\r\n', [2, 4]],
    ['two files without a line end between them', '\ufeffa,b\r\n1,2\ufeffa,b\r\n3,4', [2, 4]],
    ['two files with Ctrl-Z between them', 'a,b\r\n1,2\r\n\x1aa,b\r\n3,4\r\n\x1a', [2, 4]],
  ])('reads %s and says so', async (_name, text, numbers) => {
    const { columns, rows, notes } = await readWithNotes(text)
    expect(columns).toEqual(['a', 'b'])
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
    expect(rows.map(({ row }) => row)).toEqual(numbers)
    expect(notes).toEqual(['A second header line was left out: two files were joined.'])
  })

  test('reads the rows as often as they are needed', async () => {
    const table = await openTable(Buffer.from('a,b\n1,2\na,b\n3,4\n'))
    for (let pass = 0; pass < 2; pass++) {
      const found: number[] = []
      for await (const batch of table.rows()) found.push(...batch.map(({ row }) => row))
      expect(found).toEqual([2, 4])
    }
    expect(table.notes).toHaveLength(1)
  })
})

describe('what is refused, with the row', () => {
  test.each([
    ['a,b\n1,2\n"x,3\ny,4\n', 'opens in row 3 is never closed'],
    ['a,b\n1,2\n\n"x,3', 'opens in row 4 is never closed'],
    ['a,b\n"x,3\n"y","4"\n', 'Row 2 has a quote'],
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

interface Dialect {
  name: string
  write(table: readonly (readonly string[])[]): Buffer
}

const csv = (options: { delimiter?: string; end?: string; always?: boolean; before?: string }) => {
  const { delimiter = ',', end = '\r\n', always = false, before = '' } = options
  const cell = (text: string): string => {
    const inside = text.replaceAll('\n', end)
    const bare = !always && !/[",;\t|\r\n]|^[\s=]|\s$/.test(inside)
    return bare ? inside : `"${inside.replaceAll('"', '""')}"`
  }
  return (table: readonly (readonly string[])[]) =>
    before + table.map((row) => row.map(cell).join(delimiter) + end).join('')
}

const dialects: Dialect[] = [
  { name: 'Excel, CSV UTF-8', write: (table) => Buffer.from(csv({ before: '\ufeff' })(table)) },
  { name: 'Excel, CSV', write: (table) => toWindows1252(csv({})(table)) },
  { name: 'Excel in Europe', write: (table) => toWindows1252(csv({ delimiter: ';' })(table)) },
  {
    name: 'Excel, Unicode text',
    write: (table) => Buffer.from(`\ufeff${csv({ delimiter: '\t' })(table)}`, 'utf16le'),
  },
  { name: 'UTF-16 big-endian', write: (table) => Buffer.from(`\ufeff${csv({})(table)}`, 'utf16le').swap16() },
  { name: 'Mac', write: (table) => Buffer.from(csv({ end: '\r' })(table)) },
  { name: 'Unix', write: (table) => Buffer.from(csv({ end: '\n' })(table)) },
  { name: 'all quoted', write: (table) => Buffer.from(csv({ end: '\n', always: true })(table)) },
  { name: 'pipes', write: (table) => Buffer.from(csv({ delimiter: '|', always: true })(table)) },
  { name: 'sep line', write: (table) => Buffer.from(csv({ delimiter: ';', before: 'sep=;\r\n' })(table)) },
  {
    name: 'two marks and Ctrl-Z',
    write: (table) => Buffer.from(`${csv({ before: '\ufeff\ufeff' })(table)}\x1a`),
  },
  {
    name: 'text formulas',
    write: (table) =>
      Buffer.from(
        `${table
          .map((row) =>
            row.map((cell) => `"=""${cell.replaceAll('"', '""').replaceAll('"', '""')}"""`).join(','),
          )
          .join('\r\n')}\r\n`,
      ),
  },
]

/** Latin letters with accents, as names have them. */
const toWindows1252 = (text: string): Buffer => Buffer.from(text, 'latin1')

// Covers: import-12
describe('the same table in every dialect', () => {
  const word = fc
    .stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ0-9 .,;|"'&()\-\n]{0,24}$/)
    .map((text) => text.trim())
    .filter((text) => !/^'*[=+\-@]/.test(text))
  const table = fc.array(fc.tuple(word, word, word), { minLength: 2, maxLength: 8 })

  test.each(dialects)('$name', async ({ write }) => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const filled = rows.filter((row) => row.some((cell) => cell !== ''))
        const found = await read(write([['Name', 'Phone', 'Adresse é'], ['Zoë', '1', 'x'], ...rows]))
        expect(found.columns).toEqual(['Name', 'Phone', 'Adresse é'])
        expect(found.rows.map(({ cells }) => cells)).toEqual([['Zoë', '1', 'x'], ...filled])
      }),
      { numRuns: 150 },
    )
  })
})
