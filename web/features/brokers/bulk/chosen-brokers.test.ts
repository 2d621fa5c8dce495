import { describe, expect, it } from 'vitest'
import type { Chosen } from '#web/ui/use-selection.ts'
import { countOfChosen, selectedText, selectionOf } from './chosen-brokers.ts'

const some: Chosen = { all: false, keys: new Set(['3', '17']) }
const all: Chosen = { all: true, except: new Set() }
const but: Chosen = { all: true, except: new Set(['3']) }

describe('what is selected', () => {
  it('goes to the server as ids, or as the filters of the list without its order', () => {
    expect(selectionOf(some, { region: 'NSW', sort: 'name' })).toEqual({ ids: [3, 17] })
    expect(selectionOf(but, { region: 'NSW', sort: 'name' })).toEqual({
      filters: { region: 'NSW' },
      except: [3],
    })
  })

  it('is counted without those taken out, and not before the server has counted', () => {
    expect([countOfChosen(some, 286), countOfChosen(all, null), countOfChosen(but, 100_300)]).toEqual([
      2,
      null,
      100_299,
    ])
  })

  it.each([
    [some, 2, '2 selected'],
    [all, 100_300, 'All 100,300 selected'],
    [but, 100_299, '100,299 selected'],
    [all, null, 'All that match selected'],
  ])('reads as people say it', (chosen, count, text) => {
    expect(selectedText(chosen, count)).toBe(text)
  })
})
