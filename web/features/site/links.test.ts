import { describe, expect, it } from 'vitest'
import { siteLink, webLink } from './links.ts'

const page = 'https://brokers.lumen.example/microsite/premium'
const link = (address: string | null, carried = 'broker=7') =>
  siteLink({ address, fallback: '/booking', page, carried })

describe('a link of a page', () => {
  // Covers: public-pages-mails-4
  it.each([
    [null, '/booking?broker=7'],
    ['', '/booking?broker=7'],
    ['https://brokers.lumen.example/booking', '/booking?broker=7'],
    [
      'https://brokers.lumen.example/booking?topic=rates&utm_source=site#top',
      '/booking?topic=rates&broker=7#top',
    ],
    ['https://BROKERS.lumen.example:443/booking?broker=3', '/booking?broker=7'],
  ])('to this installation, %s, carries the broker', (address, href) => {
    expect(link(address)).toEqual({ href, outside: false })
  })

  it('hands on the microsite and the tags of the visit', () => {
    const carried = 'broker=7&key=k.e-y&site=spring&utm_source=a%26b+c'
    expect(link(null, carried).href).toBe(`/booking?${carried}`)
  })

  it('has no broker where the visitor came without', () => {
    expect(link('https://brokers.lumen.example/booking', '').href).toBe('/booking')
  })

  // Covers: public-pages-mails-4
  it.each([
    'https://other.example/book?x=1',
    'http://brokers.lumen.example/booking',
    'https://brokers.lumen.example:8443/booking',
    'https://brokers.lumen.example.evil.example/booking',
    'https://user@other.example/',
  ])('to another host, %s, stays as it is', (address) => {
    expect(link(address)).toEqual({ href: address, outside: true })
  })

  // Covers: public-pages-mails-4
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    ' java\nscript:alert(1)',
    'nonsense',
    '//other.example',
  ])('never leads to %j', (address) => {
    expect(link(address)).toEqual({ href: '/booking?broker=7', outside: false })
    expect(webLink(address)).toBeNull()
  })
})
