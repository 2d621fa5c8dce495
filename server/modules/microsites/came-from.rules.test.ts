import { expect, it } from 'vitest'
import { cameFromOf } from '#contract/microsites/came-from.ts'
import { readCameFrom, toQuery } from './came-from.rules.ts'

const none = { source: null, medium: null, campaign: null, content: null, term: null }

it('is the microsite with its visit’s tags, and the same again from its text', () => {
  const from = { slug: 'spring', tags: { ...none, source: 'Newsletter & Co', term: 'a=b' } }
  const text = toQuery(from)
  expect(text).toBe('site=spring&utm_source=Newsletter+%26+Co&utm_term=a%3Db')
  expect(readCameFrom(text)).toEqual(from)
  expect(cameFromOf({ ...Object.fromEntries(new URLSearchParams(text)), broker: '7' })).toBe(text)
})

it('stands in a page’s address without a character that could leave it', () => {
  const evil = `"'><script>alert(1)</script>`
  const from = { slug: 'spring', tags: { ...none, source: evil, content: evil } }
  expect(toQuery(from)).not.toMatch(/["'<>]/)
  expect(readCameFrom(toQuery(from))).toEqual(from)
})

it.each([
  {},
  { utm_source: 'newsletter' },
  { site: '' },
  { site: ['spring', 'other'] },
  { site: 'x'.repeat(3000) },
])('is nothing in the address %j', (query) => {
  expect(cameFromOf(query)).toBeNull()
})

it.each([null, '', 'rubbish', '%', '&&==', 'utm_source=x', 'site=Not+A+Slug'])('is nothing in %j', (text) => {
  expect(readCameFrom(text)).toBeNull()
})
