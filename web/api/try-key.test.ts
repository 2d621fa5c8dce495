import { describe, expect, it } from 'vitest'
import { ApiError, offlineError } from './api-error.ts'
import { createTryKeys } from './try-key.ts'

describe('the key of a try', () => {
  // Covers: booking-screen-6
  it('is the same again after a lost connection, as long as the request is the same', () => {
    const keys = createTryKeys()
    const first = keys.of('a')
    keys.settle(offlineError())
    expect(keys.of('a')).toBe(first)
    expect(keys.of('b')).not.toBe(first)
  })

  // Covers: booking-screen-6
  it('is a new one after any answer, so that a refusal is not given again', () => {
    const keys = createTryKeys()
    const first = keys.of('a')
    keys.settle(new ApiError({ status: 409, code: 'conflict', message: 'Taken' }))
    const second = keys.of('a')
    keys.settle()
    expect(new Set([first, second, keys.of('a')]).size).toBe(3)
  })
})
