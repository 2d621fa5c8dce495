import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { phoneColumns } from '#web/ui/table-columns.ts'
import { SuspendedBadge, scoreColumns } from './score-columns.tsx'

// the year of this day is not written
beforeAll(() => void vi.setSystemTime('2026-11-24T01:00:00Z'))
afterAll(() => void vi.useRealTimers())

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
  expect(markOf('2026-11-12T02:00:00.000Z')).toContain('Suspended since Thu 12 Nov')
  expect(markOf(null)).toBe('')
})
