import { describe, expect, it } from 'vitest'
import { whyUnreachable } from './public-address.ts'

describe('the address that vendors call', () => {
  it.each([
    'https://calls.example.com',
    'https://203.0.113.7:8443',
    'https://[2001:db8::7]',
    'https://172.32.0.1',
  ])('may be %s', (address) => {
    expect(whyUnreachable(address)).toBeNull()
  })

  it.each([
    'http://localhost:3000',
    'https://127.0.0.1',
    'https://10.1.2.3',
    'https://172.20.0.1',
    'https://192.168.1.5:3000',
    'https://[::1]:3000',
    'https://[fd00::1]',
    'https://server',
    'https://brokerline.local',
  ])('is no address of this network: %s', (address) => {
    expect(whyUnreachable(address)).toMatch(/which only this network reaches\. Set it to the address/)
  })

  it('is encrypted', () => {
    expect(whyUnreachable('http://calls.example.com')).toMatch(/begins with https:/)
  })
})
