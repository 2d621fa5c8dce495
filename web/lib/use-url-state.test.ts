import { describe, expect, it } from 'vitest'
import { readUrlState, writeUrlState } from './use-url-state.ts'

const defaults = { q: '', region: '', sort: '-createdAt' }

describe('URL state', () => {
  // Covers: console-toasts-14
  it('reads what is given and falls back to defaults', () => {
    expect(readUrlState(new URLSearchParams('region=NSW&other=1'), defaults)).toEqual({
      q: '',
      region: 'NSW',
      sort: '-createdAt',
    })
  })
  // Covers: console-toasts-14
  it('leaves defaults out and keeps what belongs to others', () => {
    const search = new URLSearchParams('region=NSW&other=1&q=ann')
    expect(writeUrlState(search, defaults, { region: '', sort: 'name' }).toString()).toBe(
      'other=1&q=ann&sort=name',
    )
    expect(writeUrlState(search, defaults, { sort: '-createdAt', q: undefined }).toString()).toBe(
      'region=NSW&other=1',
    )
  })
})
