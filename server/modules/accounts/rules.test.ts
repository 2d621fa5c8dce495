import { describe, expect, it } from 'vitest'
import { isOwnOrigin } from './rules.ts'

describe('the origin of a change', () => {
  const publicUrl = 'https://app.lender.example'
  it.each([
    ['https://app.lender.example', true],
    ['http://10.0.0.5:3000', true],
    [undefined, true],
    ['https://evil.example', false],
    ['https://app.lender.example.evil.example', false],
    ['http://app.lender.example', false],
    ['https://app.lender.example:8443', false],
    ['null', false],
    ['garbage', false],
  ])('%s: %s', (origin, own) => {
    expect(isOwnOrigin({ origin, host: '10.0.0.5:3000', publicUrl })).toBe(own)
  })
})
