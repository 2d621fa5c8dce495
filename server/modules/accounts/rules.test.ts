import { describe, expect, it } from 'vitest'
import { isOwnOrigin } from './rules.ts'

describe('the origin of a change', () => {
  const publicUrl = 'https://app.lender.example'
  it.each([
    ['https://app.lender.example', true],
    ['https://10.0.0.5:3000', true],
    ['http://10.0.0.5:3000', false],
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

  // Covers: sign-sessions-22
  it('without TLS counts where the installation has none, and not for the same name with TLS', () => {
    const host = 'app.lender.example'
    const own = (site: string) =>
      isOwnOrigin({ origin: `http://${host}`, host, publicUrl: `${site}://${host}` })
    expect([own('http'), own('https')]).toEqual([true, false])
    const inside = { origin: 'http://10.0.0.5:3000', host: '10.0.0.5:3000', publicUrl: `http://${host}` }
    expect(isOwnOrigin(inside)).toBe(true)
  })
})
