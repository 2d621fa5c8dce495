import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkify } from './linkify.ts'

describe('linkify', () => {
  it('makes addresses links and leaves the sentence around them alone', () => {
    expect(linkify("Here's the link http://localhost:3000/s/Ab_1-x. Questions (02) 5550 1234.")).toEqual([
      { text: "Here's the link ", href: null },
      { text: 'http://localhost:3000/s/Ab_1-x', href: 'http://localhost:3000/s/Ab_1-x' },
      { text: '. Questions (02) 5550 1234.', href: null },
    ])
  })
  it('knows no address but http and https', () => {
    for (const text of ['javascript:alert(1)', 'file:///etc/passwd', 'www.example.com', 'https://', ''])
      expect(linkify(text).filter(({ href }) => href !== null)).toEqual([])
  })
  it('loses no character', () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom(' ', '. ', '\n')))
          .map((each) => each.join('')),
        (text) => {
          const parts = linkify(text)
          expect(parts.map((part) => part.text).join('')).toBe(text)
          for (const { href } of parts) expect(href ?? 'https:').toMatch(/^https?:/)
        },
      ),
    )
  })
})
