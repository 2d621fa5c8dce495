import { describe, expect, it } from 'vitest'
import type { Register } from '#contract/surveillance/registers.ts'
import { registerFile } from '#server/demo/register-files.ts'
import { bannedOrganisation, bannedPerson, licensee, representative } from '#test/worlds/register-rows.ts'
import { decodeRegister } from './decode-register.rules.ts'
import { readRegister } from './read-register.rules.ts'

const files = {
  banned_persons: [
    bannedPerson('#099000001', 'OKAFOR, JARRAH LEE', {
      BD_PER_COMMENTS: 'Said "never", twice; see\u00a0order',
    }),
    bannedPerson('#099000002', "O'BRIEN, ZOË"),
  ],
  banned_organisations: [
    bannedOrganisation('990000014', 'IRONBARK LENDING PTY LTD', { BD_ORG_END_DT: 'Permanent banning' }),
    bannedOrganisation('990000023', 'CAFÉ FINANCE PTY LTD'),
  ],
  credit_representatives: [
    representative('000990123', 'FRASER, ISLA'),
    representative('990124', 'HADDAD, OMAR'),
  ],
  credit_licensees: [licensee('990001', 'SUMMIT, FINANCE PTY LTD'), licensee('990002', 'TIDEWATER PTY LTD')],
} as const

const textOf = (register: Register): string =>
  registerFile(register, files[register]).toString('utf8').slice(1)
const rowsOf = async (register: Register, bytes: Buffer | string) => {
  const decoded = decodeRegister(Buffer.from(bytes as string))
  if (!decoded.ok) throw new Error(decoded.reason)
  const read = await readRegister(register, decoded.text)
  if (!read.ok) throw new Error(read.reason)
  expect(read.unreadable).toEqual([])
  return read.rows
}

/** Cells of every line, as a quoted file has them. */
const table = (text: string): string[][] =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) =>
      line.includes('\t')
        ? line.split('\t')
        : [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
            ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
          ),
    )
const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

const variations: Record<string, (text: string) => Buffer | string> = {
  'with byte-order mark': (text) => `\ufeff${text}`,
  'with two byte-order marks': (text) => `\ufeff\ufeff${text}`,
  'with the line that Excel writes for its delimiter': (text) =>
    `sep=${text.includes('\t') ? '\t' : ','}\n${text}`,
  'with a title above the header': (text) => `ASIC register extract\n\n${text}`,
  'with the header again in the middle': (text) => text.replace('\n', `\n${text.split('\n')[0]}\n`),
  'with the end sign of old programs': (text) => `${text}\u001a`,
  'with CR LF': (text) => text.replaceAll('\n', '\r\n'),
  'with CR alone': (text) => text.replaceAll('\n', '\r'),
  'without a line end at the end': (text) => text.replace(/\n$/, ''),
  'with blank lines': (text) => `\n${text.replaceAll('\n', '\n\n')}\n`,
  'in Windows-1252': (text) => Buffer.from(text, 'latin1'),
  'in UTF-8 with one line of Windows-1252': (text) =>
    Buffer.concat(text.split('\n').map((line, at) => Buffer.from(`${line}\n`, at === 2 ? 'latin1' : 'utf8'))),
  'in UTF-16': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'with commas and every cell in quotes': (text) =>
    table(text)
      .map((cells) => cells.map(quote).join(','))
      .join('\n'),
  'with tabs and every cell in quotes': (text) =>
    table(text)
      .map((cells) => cells.map(quote).join('\t'))
      .join('\n'),
  'with tabs and no quotes': (text) =>
    table(text)
      .map((cells) => cells.join('\t'))
      .join('\n'),
  'with semicolons': (text) =>
    table(text)
      .map((cells) => cells.map(quote).join(';'))
      .join('\n'),
  'with the columns in another order': (text) =>
    table(text)
      .map((cells) => cells.toReversed().map(quote).join(','))
      .join('\n'),
  'with more columns': (text) =>
    table(text)
      .map((cells, at) =>
        [at === 0 ? 'NEW_COLUMN' : 'new', ...cells, at === 0 ? 'ANOTHER' : ''].map(quote).join(','),
      )
      .join('\n'),
  'with a header in lower case and spaces': (text) => {
    const [header = '', ...rows] = text.split('\n')
    return [header.toLowerCase().replaceAll('_', ' '), ...rows].join('\n')
  },
  'with no-break spaces in names': (text) => {
    const [header = '', ...rows] = text.split('\n')
    return [header, ...rows.map((line) => line.replaceAll(' ', '\u00a0'))].join('\n')
  },
  'with a column that no check reads left out': (text) =>
    table(text)
      .map((cells) => cells.slice(1).map(quote).join(','))
      .join('\n'),
  'with empty cells at the line end left out': (text) => text.replaceAll(/[\t,]+\n/g, '\n'),
  'with a vertical tab in a cell': (text) => text.replace('ISLA', 'ISLA\v').replace('LENDING', 'LENDING\v'),
}

describe.each(Object.keys(files) as Register[])('the file of %s', (register) => {
  // Covers: surveillance-2
  it.each(Object.keys(variations))('is read %s', async (name) => {
    const plain = await rowsOf(register, textOf(register))
    const varied = await rowsOf(register, variations[name]?.(textOf(register)) ?? '')
    const facts = (rows: typeof plain) => rows.map(({ cells: _cells, ...row }) => row)
    expect(facts(varied)).toEqual(facts(plain))
  })
})

describe('a damaged row', () => {
  const many = Array.from({ length: 200 }, (_, at) => representative(`${991000 + at}`, `FRASER, ISLA ${at}`))
  const lines = registerFile('credit_representatives', many).toString('utf8').split('\n')
  const damaged = (line: string, at = 50): string => lines.with(at, line).join('\n')
  const good = 'Credit Representative,991049,990001,"FRASER, ISLA 49",,01/07/2020,,,NSW,2000,AFCA,,'

  // Covers: surveillance-4
  it.each<[string, string, string]>([
    [
      'with a quote that is never closed',
      good.replace('49"', '49'),
      'a quote (") that opens there is never closed',
    ],
    ['with too many cells', good.replace('NSW', 'NSW,x,y'), 'it has 15 cells instead of 13'],
    ['with too few cells', 'Credit Representative,991049', 'it has 2 cells instead of 13'],
    [
      'with a number in exponents',
      good.replace('991049', '9.91E+05'),
      'CRED_REP_NUM is "9.91E+05", which is no number',
    ],
    ['without a number', good.replace('991049', ''), 'CRED_REP_NUM is no number: it is empty'],
    [
      'with a fault for a name',
      good.replace('"FRASER, ISLA 49"', '#REF!'),
      'CRED_REP_NAME is "#REF!", which is no name',
    ],
    [
      'with no such day',
      good.replace('01/07/2020', '31/02/2020'),
      'CRED_REP_START_DT is "31/02/2020", which is no day',
    ],
    ['of other text', '<tr><td>503 Service Unavailable</td></tr>', 'it has 1 cells instead of 13'],
  ])('%s is set aside, and every other row is read', async (_what, line, reason) => {
    const read = await readRegister('credit_representatives', damaged(line))
    expect(read).toMatchObject({ ok: true, unreadable: [{ line: 51, text: line, reason }] })
    expect(read.ok && read.rows.length).toBe(199)
  })

  it('may hold quotes in the middle of a cell, and a line break inside quotes', async () => {
    const quoted = good.replace('"FRASER, ISLA 49"', '"FRASER, ISLA ""Izzy"" O"Hara"')
    const broken = good.replace('ISLA 49', 'ISLA\n49')
    for (const line of [quoted, broken]) {
      const read = await readRegister('credit_representatives', damaged(line))
      expect(read).toMatchObject({ ok: true, unreadable: [] })
      expect(read.ok && read.rows.length).toBe(200)
    }
  })
})
