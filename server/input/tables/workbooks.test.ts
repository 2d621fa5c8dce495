import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { ZipFile } from 'yazl'
import { formatKind, identifyingText, numberText } from './number-formats.ts'
import { openWorkbook } from './open-workbook.ts'
import { openTable, type TableRow } from './read-table.ts'

async function read(bytes: Uint8Array) {
  const table = await openTable(bytes)
  const rows: TableRow[] = []
  for await (const batch of table.rows()) rows.push(...batch)
  return { columns: table.columns, rows, notes: table.notes }
}

async function zip(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const file = new ZipFile()
  for (const [name, content] of Object.entries(parts)) file.addBuffer(Buffer.from(content), name)
  file.end()
  const chunks: Buffer[] = []
  for await (const chunk of file.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (list: readonly (readonly [type: string, target: string])[]) =>
  `<Relationships>${list.map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${TYPES}/${type}" Target="${target}"/>`).join('')}</Relationships>`

interface Workbook {
  rows: string
  sheets?: string
  strings?: string
  styles?: string
  properties?: string
  more?: Record<string, string | Buffer>
}

const workbook = ({ rows, sheets, strings = '', styles = '', properties = '', more = {} }: Workbook) =>
  zip({
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns:r="${TYPES}">${properties}<sheets>${sheets ?? '<sheet name="Brokers" sheetId="1" r:id="rId1"/>'}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', '/xl/styles.xml'],
      ['worksheet', 'worksheets/sheet2.xml'],
    ]),
    'xl/worksheets/sheet1.xml': `<?xml version="1.0" encoding="UTF-8"?><worksheet><sheetData>${rows}</sheetData></worksheet>`,
    'xl/worksheets/sheet2.xml':
      '<worksheet><sheetData><row r="1"><c t="str"><v>Other</v></c></row></sheetData></worksheet>',
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': styles,
    ...more,
  })

const text = (value: string, at = '') => `<c${at && ` r="${at}"`} t="inlineStr"><is><t>${value}</t></is></c>`

describe('a workbook', () => {
  // Covers: import-13
  test('is read with typed cells, shared strings, formulas, errors, gaps and merged cells', async () => {
    const bytes = await workbook({
      sheets: '<sheet name="Brokers" sheetId="1" r:id="rId1"/><sheet name="Other" sheetId="2" r:id="rId4"/>',
      strings:
        '<si><t>Name</t></si><si><r><t>Ann </t></r><r><t xml:space="preserve">Lee_x000D_</t></r><rPh><t>x</t></rPh></si>',
      styles:
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\-mmm\\-yy;@"/><numFmt numFmtId="165" formatCode="0.0%"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="165"/><xf numFmtId="22"/></cellXfs></styleSheet>',
      rows:
        `<row r="3"><c r="A3" t="s"><v>0</v></c>${text('Lodged', 'B3')}${text('LVR', 'D3')}${text('Amount', 'E3')}${text('Flag', 'F3')}</row>` +
        '<row r="4" hidden="1"><c r="A4" t="s"><v>1</v></c><c r="B4" s="1"><v>46216</v></c><c r="D4" s="3"><v>0.8</v></c><c r="E4"><f>1+1</f><v>0.30000000000000004</v></c><c r="F4" t="b"><v>1</v></c></row>' +
        '<row r="6"><c r="B6" s="5"><v>46216.604166666664</v></c><c r="C6" t="e"><v>#N/A</v></c><c r="D6" s="4"><v>0.725</v></c><c r="E6"><v>4.12345E5</v></c><c r="F6" t="str"><f>A1</f><v>a &amp; b</v></c></row>' +
        '<row r="7"><c r="A7" s="2"/></row>',
    })
    expect(await read(bytes)).toEqual({
      columns: ['Name', 'Lodged', 'Column 3', 'LVR', 'Amount', 'Flag'],
      rows: [
        { row: 4, cells: ['Ann Lee\n', '2026-07-13', '', '80%', '0.3', 'TRUE'] },
        { row: 6, cells: ['', '2026-07-13 14:30:00', '', '72.5%', '412345', 'a & b'] },
      ],
      notes: ['Only the sheet “Brokers” was read; the workbook has 1 more.', 'Hidden rows were read too: 1.'],
    })
  })

  test('counts days from 1904 where it says so, and writes prefixes before its names', async () => {
    const bytes = await workbook({
      properties: '<workbookPr date1904="1"/>',
      styles: '<x:styleSheet><x:cellXfs><x:xf numFmtId="14"/></x:cellXfs></x:styleSheet>',
      rows: '',
      more: {
        'xl/worksheets/sheet1.xml':
          '<x:worksheet><x:sheetData><x:row><x:c t="str"><x:v>Day</x:v></x:c><x:c t="str"><x:v>B</x:v></x:c></x:row><x:row><x:c s="0"><x:v>44754</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      },
    })
    expect((await read(bytes)).rows).toEqual([{ row: 2, cells: ['2026-07-13'] }])
  })

  // Covers: surveillance-3
  test('of a register keeps errors and numbers shortened to an exponent as texts', async () => {
    const bytes = await workbook({
      styles:
        '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="11"/><xf numFmtId="14"/></cellXfs></styleSheet>',
      rows:
        '<row r="2"><c r="A2" t="e"><v>#REF!</v></c><c r="B2"><v>4.12E+05</v></c><c r="C2" s="1"><v>412000</v></c></row>' +
        '<row r="3"><c r="A3"><v>412000</v></c><c r="B3" s="1"><v>412345</v></c><c r="C3" s="2"><v>45363</v></c></row>',
    })
    expect(await openWorkbook(bytes, 'registers')).toMatchObject({
      text: '\n"#REF!","4.12E+5","4.12E+5"\n"412000","412345","2024-03-12"',
    })
  })

  test('is read from its first visible sheet', async () => {
    const bytes = await workbook({
      sheets:
        '<sheet name="Lists" sheetId="2" state="hidden" r:id="rId4"/><sheet name="Brokers" sheetId="1" r:id="rId1"/>',
      rows: `<row>${text('Name')}${text('Phone')}</row>`,
    })
    expect((await read(bytes)).columns).toEqual(['Name', 'Phone'])
  })

  // Covers: import-13
  test('gives the same rows as its CSV, whatever its cells hold', async () => {
    const cell = fc.stringMatching(/^[A-Za-zÀ-ÿ0-9 .,;|"'&<>()\n%$-]{0,20}$/).map((value) => `x${value}x`)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 }), async (rows) => {
        const all = [['Name', 'Notes'], ...rows]
        const typed = all.map((row) => row.map((value) => ({ value, type: String })))
        const xlsx = await writeExcelFile(typed as never).toBuffer()
        const csv = all
          .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(','))
          .join('\r\n')
        const [one, other] = [await read(xlsx), await read(Buffer.from(csv))]
        expect(one.rows).toEqual(other.rows)
      }),
      { numRuns: 12 },
    )
  })
})

describe('what is refused', () => {
  test.each([
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 'old Excel workbook (.xls)'],
    [
      'a workbook with a password',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      'protected by a password',
    ],
    ['half a workbook', Buffer.from('504b030414000600', 'hex'), 'damaged or incomplete'],
  ])('%s', async (_name, bytes, message) => {
    await expect(read(bytes)).rejects.toThrow(message)
  })

  test.each([
    [{ 'xl/workbook.bin': 'x' }, 'binary Excel workbook'],
    [{ 'content.xml': 'x' }, 'OpenDocument'],
    [{ 'brokers.csv': 'a,b\n1,2\n' }, 'ZIP archive'],
    [{ 'xl/workbook.xml': '<workbook><sheets></sheets></workbook>' }, 'no sheet with cells'],
    [{ 'xl/workbook.xml': '<workbook><sheets>' }, 'damaged'],
  ])('an archive of %j', async (parts, message) => {
    await expect(read(await zip(parts as Record<string, string>))).rejects.toThrow(message)
  })

  /** Writes another inflated size into the central directory, for parts above 100 kB. */
  const withStatedSize = async (size: number): Promise<Buffer> => {
    const bytes = await workbook({ rows: `<row>${text('Name')}${text('Phone')}</row>`.repeat(10_000) })
    for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4))
      if (bytes.readUInt32LE(at + 24) > 100_000) bytes.writeUInt32LE(size, at + 24)
    return bytes
  }

  // Covers: import-13
  test('an archive that would inflate beyond the limit, before it is inflated', async () => {
    await expect(read(await withStatedSize(450 * 1024 * 1024))).rejects.toThrow('too large')
  })

  test('an archive that inflates to more than it states', async () => {
    await expect(read(await withStatedSize(1))).rejects.toThrow(/damaged|could not be read/)
  })

  test('more columns than are read', async () => {
    await expect(read(await workbook({ rows: `<row>${text('x', 'ZZZ1')}</row>` }))).rejects.toThrow(
      'more columns',
    )
  })
})

describe('number formats', () => {
  test.each([
    [14, undefined, 'date'],
    [9, undefined, 'percent'],
    [0, undefined, 'plain'],
    [164, 'dd/mm/yyyy', 'date'],
    [164, '[$-en-AU]d mmmm yyyy;@', 'date'],
    [164, 'mmm\\-yy', 'date'],
    [164, '0.00%', 'percent'],
    [164, '"$"#,##0.00;[Red]\\-"$"#,##0.00', 'plain'],
    [164, '0" days"', 'plain'],
    [164, '[h]:mm', 'time'],
    [164, 'General', 'plain'],
    [11, undefined, 'scientific'],
    [164, '0.0E+00', 'scientific'],
  ])('%i %j is %s', (id, code, kind) => expect(formatKind(id, code)).toBe(kind))

  test.each([
    ['491570156', 'plain', '491570156'],
    ['6.1491570156E10', 'plain', '61491570156'],
    ['725000.10000000009', 'plain', '725000.1'],
    ['0.8', 'percent', '80%'],
    ['0.07', 'percent', '7%'],
    ['46216', 'date', '2026-07-13'],
    ['0.604166666666667', 'time', '14:30:00'],
    ['412000', 'scientific', '412000'],
  ] as const)('%s as %s is %s', (raw, kind, shown) => expect(numberText(raw, kind, false)).toBe(shown))

  test.each([
    ['4.12E+05', 'plain', '4.12E+5'],
    ['4.12345E5', 'plain', '412345'],
    ['412000', 'plain', '412000'],
    ['412000', 'scientific', '4.12E+5'],
    ['412345', 'scientific', '412345'],
    ['5.182475355E10', 'plain', '51824753550'],
    ['45360', 'date', '2024-03-09'],
  ] as const)('%s as %s identifies as %s', (raw, kind, shown) =>
    expect(identifyingText(raw, kind, false)).toBe(shown))
})
