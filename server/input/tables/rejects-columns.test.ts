import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openTable, type TableRow } from './read-table.ts'
import { rejectsLayout } from './rejects-columns.ts'

const cell = (value: string | number) => `"${String(value).replaceAll('"', '""')}"`
const csv = (rows: readonly (readonly (string | number)[])[]) =>
  Buffer.from(rows.map((row) => row.map(cell).join(',')).join('\r\n'))

async function read(rows: readonly (readonly (string | number)[])[]) {
  const table = await openTable(csv(rows))
  const found: TableRow[] = []
  for await (const batch of table.rows()) found.push(...batch)
  return { columns: table.columns, rows: found.map(({ cells }) => cells) }
}

/** The file of rejected rows for these rows. */
function rejects(columns: readonly string[], rows: readonly (readonly string[])[]) {
  const layout = rejectsLayout(columns, Math.max(...rows.map((row) => row.length)))
  const lines = rows.map((cells, at) =>
    layout.line(cells, { row: at + 2, column: columns[0] ?? '', value: cells[0] ?? '', reason: 'Not so' }),
  )
  return [layout.header, ...lines]
}

describe('a file of rejected rows', () => {
  test.each([
    [
      ['Name', 'Phone'],
      ['row', 'column', 'value', 'reason'],
    ],
    [
      ['Name', 'Value'],
      ['row (rejected)', 'column (rejected)', 'value (rejected)', 'reason (rejected)'],
    ],
    [
      ['ROW', 'row (rejected)'],
      ['row (rejected 2)', 'column (rejected 2)', 'value (rejected 2)', 'reason (rejected 2)'],
    ],
  ])('of the columns %j adds %j', (columns, own) => {
    expect(rejectsLayout(columns, 0).header).toEqual([...columns, ...own])
  })

  test('keeps columns that the file has of its own under these names', async () => {
    const rows = [
      ['row', 'column', 'value', 'reason', 'Name'],
      ['1', 'B', '725000', 'Refinance', 'Ann'],
    ]
    expect((await read(rows)).columns).toEqual(rows[0])
  })

  test('reads rows that were added to it by hand', async () => {
    const lines = rejects(['Name', 'Phone'], [['Ann', '12']])
    const { columns, rows } = await read([...lines, ['Bea', '0491570157', '', '', '', '']])
    expect({ columns, rows }).toEqual({
      columns: ['Name', 'Phone'],
      rows: [
        ['Ann', '12'],
        ['Bea', '0491570157'],
      ],
    })
  })

  // Covers: import-12
  test('loses no cell when it is uploaded again, whatever its columns are called', async () => {
    const name = fc.constantFrom(
      'Name',
      'Phone',
      'Value',
      'Row',
      'Reason',
      'Column',
      'row (rejected)',
      'extra cell 1',
    )
    const text = fc.stringMatching(/^[a-z0-9,"\n;]{0,8}$/).map((value) => `x${value}x`)
    const table = fc.uniqueArray(name, { minLength: 2, maxLength: 6 }).chain((columns) =>
      fc.record({
        columns: fc.constant(columns),
        rows: fc.array(fc.array(text, { minLength: columns.length, maxLength: columns.length + 3 }), {
          minLength: 1,
          maxLength: 5,
        }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(table, async ({ columns, rows }) => {
        expect(await read(rejects(columns, rows))).toEqual({ columns, rows })
      }),
      { numRuns: 300 },
    )
  })
})
