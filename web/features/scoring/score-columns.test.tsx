import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { phoneColumns } from '#web/ui/table-columns.ts'
import { SuspendedBadge, scoreColumns } from './score-columns.tsx'

// Covers: console-toasts-32
it('shows every figure that can be red on a phone', () => {
  const shown = phoneColumns([...scoreColumns('equifax')], true).second.map(({ id }) => id)
  expect(shown).toEqual(expect.arrayContaining(['defaultRate', 'avgLvr', 'reworkRate']))
})

// Covers: scoring-5
it('marks a suspended broker with the day, and no other', () => {
  const broker = { id: 1, name: 'Wei Li', region: null }
  const markOf = (suspendedSince: string | null): string =>
    renderToStaticMarkup(<SuspendedBadge broker={{ ...broker, suspendedSince }} />)
  expect(markOf('2026-11-12T02:00:00.000Z')).toContain('Suspended since 12 Nov 2026')
  expect(markOf(null)).toBe('')
})
