import '#contract/texts.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { instant } from '#contract/ids.ts'
import { checkItems, MissingField } from './list-items.ts'

const list = z.array(z.object({ id: z.number(), name: z.string(), at: instant }))
const at = new Date('2026-11-24T12:00:00Z')

describe('the items of a list', () => {
  it('that fit are shown without those that do not, of which the log gets no value', () => {
    const items = [
      { id: 1, name: 'Mei Chen', at },
      { id: 2, name: null, at: 'yesterday' },
      { id: 3, name: 'Wei Li', at },
    ]
    const checked = checkItems(list, items)
    expect(checked?.items.map((item) => (item as { id: number }).id)).toEqual([1, 3])
    expect(checked?.unfit).toEqual([
      {
        id: 2,
        faults: [expect.stringMatching(/^name: /), expect.stringMatching(/^at: Enter a date and time/)],
      },
    ])
    expect(JSON.stringify(checked?.unfit)).not.toContain('yesterday')
  })

  // Covers: http-conventions-16
  it('with a date outside of every calendar do not end the others', () => {
    const beyond = { id: 4, name: 'Nia Lowe', at: new Date(Number.NaN) }
    const checked = checkItems(list, [beyond, { id: 5, name: 'Wei Li', at }])
    expect(checked?.items).toHaveLength(1)
    expect(checked?.unfit.map(({ id }) => id)).toEqual([4])
  })

  // Covers: analytics-figures-27
  it('of which none has a field are a fault of the server, as after a change of the database', () => {
    const named = { id: 1, name: 'Mei Chen', at }
    const { name: _, ...nameless } = named
    expect(() => checkItems(list, [nameless, { ...nameless, id: 2 }])).toThrow(MissingField)
    expect(() => checkItems(list, [nameless])).toThrow(/name/)
    expect(checkItems(list, [nameless, named])?.items).toHaveLength(1)
    // a value that does not fit is one of its row
    expect(checkItems(list, [{ ...named, name: 5 }])?.items).toEqual([])
  })

  it('are left to whoever answers with no list', () => {
    expect(checkItems(z.object({}), [])).toBeNull()
  })
})
