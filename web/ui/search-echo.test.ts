import { describe, expect, it } from 'vitest'
import { hearValue } from './search-echo.ts'

describe('a search field', () => {
  // Covers: console-toasts-25
  it('keeps what is typed when the value it sent before comes back', () => {
    expect(hearValue(['smith'], 'smith')).toEqual({ isEcho: true, awaited: [] })
    expect(hearValue(['smi', 'smith'], 'smi')).toEqual({ isEcho: true, awaited: ['smith'] })
  })

  it('no longer waits for a value that the next one has overtaken', () => {
    expect(hearValue(['s', 'smi', 'smith'], 'smi').awaited).toEqual(['smith'])
  })

  // Covers: console-toasts-25
  it('shows what somebody else set: Back, a cleared filter, a saved view', () => {
    expect(hearValue([], 'jones')).toEqual({ isEcho: false, awaited: [] })
    expect(hearValue(['smith'], '')).toEqual({ isEcho: false, awaited: [] })
  })
})
