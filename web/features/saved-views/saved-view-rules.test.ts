import { describe, expect, it } from 'vitest'
import { differs, keptOf, stateOf } from './saved-view-rules.ts'

const defaults = { q: '', region: '', sort: '-createdAt' }

describe('a view of a list', () => {
  it('keeps what differs from the list’s beginning, and leads back to it', () => {
    const state = { q: '', region: 'NSW', sort: 'name' }
    const query = keptOf(state, defaults)
    expect(query).toEqual({ region: 'NSW', sort: 'name' })
    expect(stateOf({ query }, defaults)).toEqual(state)
  })

  // Covers: brokers-17
  it('leaves out filters that the list does not know any more', () => {
    expect(stateOf({ query: { audience: '7', region: 'WA' } }, defaults)).toEqual({
      ...defaults,
      region: 'WA',
    })
  })

  it('is changed by another filter or column, and by nothing else', () => {
    const view = { query: { region: 'NSW' }, columns: { email: true } }
    expect(differs(view, { query: { region: 'NSW' }, columns: { email: true } })).toBe(false)
    expect(differs(view, { query: { region: 'WA' }, columns: { email: true } })).toBe(true)
    expect(differs(view, { query: { region: 'NSW' }, columns: {} })).toBe(true)
  })
})
