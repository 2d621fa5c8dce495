import { CamelCasePlugin, createQueryId, type UnknownRow } from 'kysely'
import { describe, expect, it } from 'vitest'
import { CamelCaseRows } from './camel-case-rows.ts'

const options = { maintainNestedObjectKeys: true }
const named = async (plugin: CamelCasePlugin, rows: UnknownRow[]) =>
  plugin.transformResult({ queryId: createQueryId(), result: { rows, numAffectedRows: 2n } })

describe('rows of a result', () => {
  it.each<[string, UnknownRow[]]>([
    ['none', []],
    ['columns of one word', [{ id: 1, name: 'Mei' }]],
    [
      'columns of several words',
      [
        { created_at: new Date(0), asic_number: null, id: 2 },
        { created_at: null, asic_number: '7', id: 3 },
      ],
    ],
    [
      'objects and lists in a column',
      [{ own_bdm: { first_name: 'Ngaire' }, all_bdms: [{ last_name: 'Vale' }, 'a_b'] }],
    ],
    ['figures in a name', [{ line_1: 'a', p95_ms: 2, _hidden: 3, a__b: 4 }]],
  ])('are named as Kysely names them: %s', async (_what, rows) => {
    expect(await named(new CamelCaseRows(options), rows)).toEqual(
      await named(new CamelCasePlugin(options), rows),
    )
  })
})
