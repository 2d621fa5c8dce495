import { describe, expect, it } from 'vitest'
import { firstOf, isPremature, paletteGroups, searchedText } from './palette-items.ts'

const nothing = { brokers: [], campaigns: [], calls: [] }
const spring = { id: 7, name: 'Spring Offer', product: 'Flex', status: 'active' as const }
const situation = { text: '', found: nothing, recent: [], role: 'lender' as const, isDark: false }
const labels = (groups: ReturnType<typeof paletteGroups>, heading: string) =>
  groups.find((group) => group.heading === heading)?.items.map(({ label }) => label) ?? []

describe('the search', () => {
  // Covers: console-toasts-3
  it('puts people first, so that the first of them is chosen even where calls were found before', () => {
    const calls = [{ id: 1, title: 'Anastasia Rossi', hint: 'Completed' }]
    expect(firstOf(paletteGroups({ ...situation, text: 'anast', found: { ...nothing, calls } }))).toBe('k1')
    const brokers = [{ id: 3, name: 'Anastasia Rossi', company: null }]
    const found = { ...nothing, calls, brokers }
    expect(firstOf(paletteGroups({ ...situation, text: 'anast', found }))).toBe('b3')
  })

  it('offers what was looked at last, what can be done, and the screens while nothing is typed', () => {
    const recent = [{ kind: 'broker' as const, id: 3, name: 'Anastasia Rossi' }]
    const groups = paletteGroups({ ...situation, recent })
    expect(groups.map(({ heading }) => heading)).toEqual(['Recent', 'Actions', 'Go to'])
    expect(labels(groups, 'Actions')).toContain('New campaign')
    expect(firstOf(groups)).toBe('recent-broker-3')
  })

  it.each([
    ['new', 'New campaign'],
    ['switch to dark', 'Switch to dark'],
    ['csv', 'Import brokers'],
  ])('finds by %s the action %s', (text, action) => {
    expect(labels(paletteGroups({ ...situation, text }), 'Actions')).toContain(action)
  })

  it.each([
    ['go to bookings', 'Bookings'],
    ['utm', 'Visits and attribution'],
  ])('finds by %s the screen %s', (text, screen) => {
    expect(labels(paletteGroups({ ...situation, text }), 'Go to')).toEqual([screen])
  })

  // Covers: console-toasts-3
  it('pauses an active campaign and starts a paused one, by its name after the verb', () => {
    const paused = { ...spring, id: 8, status: 'paused' as const }
    const found = { ...nothing, campaigns: [spring, paused] }
    expect(searchedText('Pause spring')).toBe('spring')
    expect(labels(paletteGroups({ ...situation, text: 'pause spring', found }), 'Actions')).toEqual([
      'Pause Spring Offer',
    ])
    expect(labels(paletteGroups({ ...situation, text: 'resume spring', found }), 'Actions')).toEqual([
      'Start Spring Offer',
    ])
  })

  // Covers: console-toasts-25
  it('chooses nothing by Enter that answers what was typed before', () => {
    const found = { ...nothing, campaigns: [spring], brokers: [{ id: 3, name: 'Ann Lee', company: null }] }
    const groups = paletteGroups({ ...situation, text: 'new campaign', found })
    for (const id of ['b3', 'c7', 'pause7']) {
      expect(isPremature(groups, id, { isBehind: true })).toBe(true)
      expect(isPremature(groups, id, { isBehind: false })).toBe(false)
    }
    expect(isPremature(groups, 'new', { isBehind: true })).toBe(false)
  })

  // Covers: console-toasts-3
  it('tells a viewer who may, and does not choose it', () => {
    const groups = paletteGroups({ ...situation, text: 'new campaign', role: 'viewer' })
    expect(groups[0]?.items[0]).toMatchObject({
      label: 'New campaign',
      refusal: 'Only admins and lenders may do this.',
    })
    expect(firstOf(groups)).toBe('')
  })
})
