import { expect, it } from 'vitest'
import { phoneColumns } from '#web/ui/table-columns.ts'
import { scoreColumns } from './score-columns.tsx'

it('shows every figure that can be red on a phone', () => {
  const shown = phoneColumns([...scoreColumns], true).second.map(({ id }) => id)
  expect(shown).toEqual(expect.arrayContaining(['defaultRate', 'avgLvr', 'reworkRate']))
})
