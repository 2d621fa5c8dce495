import { expect, it } from 'vitest'
import { cameFromOf, readCameFrom, toQuery } from './came-from.rules.ts'

const none = { source: null, medium: null, campaign: null, content: null, term: null }

it('is the microsite with its visit’s tags, and the same again from its text', () => {
  const from = cameFromOf({ site: 'spring', utm_source: 'Newsletter & Co', utm_term: ' a=b ', broker: '7' })
  expect(from).toEqual({ slug: 'spring', tags: { ...none, source: 'Newsletter & Co', term: 'a=b' } })
  const text = from && toQuery(from)
  expect(text).toBe('site=spring&utm_source=Newsletter+%26+Co&utm_term=a%3Db')
  expect(readCameFrom(text)).toEqual(from)
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
  { site: 'Not A Slug' },
  { site: ['spring', 'other'] },
  { site: 'x'.repeat(200) },
])('is nothing without a microsite: %j', (query) => {
  expect(cameFromOf(query)).toBeNull()
})

it.each([null, undefined, '', 'rubbish', '%', '&&==', 'utm_source=x'])('is nothing in %j', (text) => {
  expect(readCameFrom(text)).toBeNull()
})
