import { describe, expect, it } from 'vitest'
import { isLoopback, trackedUrl } from './link.ts'

const noTags = { source: '', medium: '', campaign: '', content: '', term: '' }
const parts = { address: 'https://lender.example.com', slug: 'home-loan', tags: noTags, brokerId: null }

describe('a tracked link', () => {
  it('is the plain address without tags', () => {
    expect(trackedUrl(parts)).toBe('https://lender.example.com/microsite/home-loan')
    expect(trackedUrl({ ...parts, address: 'https://lender.example.com/' })).toBe(trackedUrl(parts))
  })
  // Covers: staff-screens-microsites-6
  it('carries broker and tags, trimmed and escaped', () => {
    const tags = { ...noTags, source: ' news letter ', medium: 'email', campaign: 'a&b=c#d' }
    const url = new URL(trackedUrl({ ...parts, tags, brokerId: 17, brokerKey: 'a.b' }))
    expect(Object.fromEntries(url.searchParams)).toEqual({
      broker: '17',
      key: 'a.b',
      utm_source: 'news letter',
      utm_medium: 'email',
      utm_campaign: 'a&b=c#d',
    })
    expect(url.hash).toBe('')
  })
  // Covers: staff-screens-microsites-6
  it('holds no more of a tag than is counted', () => {
    const url = new URL(trackedUrl({ ...parts, tags: { ...noTags, term: 'x'.repeat(900) } }))
    expect(url.searchParams.get('utm_term')).toHaveLength(200)
  })
})

it.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['https://lender.example.com', false],
  ['http://192.168.1.20:3000', false],
])('%s opens on this computer only: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected)
})
