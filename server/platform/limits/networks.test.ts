import { describe, expect, it } from 'vitest'
import { addressOf, networkOf } from './networks.ts'

describe('one network', () => {
  // Covers: sign-sessions-6
  it('is an IPv4 /24 and an IPv6 /64, however the address is written', () => {
    expect(networkOf('203.0.113.7')).toBe('203.0.113')
    expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113')
    expect(networkOf('2001:db8:0:1::5')).toBe('2001:db8:0:1')
    expect(networkOf('2001:0DB8:0000:0001:ffff:1:2:3')).toBe('2001:db8:0:1')
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0')
    expect(networkOf('::1')).toBe('0:0:0:0')
    expect(networkOf(null)).toBe('unknown')
  })
})

describe('one connection', () => {
  it('is a whole IPv4 address and an IPv6 /64', () => {
    expect(addressOf('203.0.113.7')).toBe('203.0.113.7')
    expect(addressOf('::FFFF:203.0.113.9')).toBe('203.0.113.9')
    expect(addressOf('2001:db8:0:1::5')).toBe('2001:db8:0:1')
    expect(addressOf(null)).toBe('unknown')
  })
})
