import type { QueryId } from 'kysely'
import { describe, expect, it } from 'vitest'
import { CamelCase } from './camel-case.ts'

const named = async (rows: Record<string, unknown>[]) => {
  const queryId = {} as QueryId // who asked does not matter
  return (await new CamelCase().transformResult({ result: { rows }, queryId })).rows
}

describe('the columns of a result', () => {
  it('are named as the code names them, in each row', async () => {
    expect(
      await named([
        { id: 1, created_at: 'a', option_1: null },
        { id: 2, created_at: 'b', option_1: 0 },
      ]),
    ).toEqual([
      { id: 1, createdAt: 'a', option1: null },
      { id: 2, createdAt: 'b', option1: 0 },
    ])
  })

  it('keep what is in them', async () => {
    expect(await named([{ bdm_json: { first_name: 'Mei' } }])).toEqual([{ bdmJson: { first_name: 'Mei' } }])
  })

  it('may be none', async () => {
    expect(await named([])).toEqual([])
    expect(await named([{}])).toEqual([{}])
  })
})
