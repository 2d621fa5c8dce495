import { describe, expect, it } from 'vitest'
import { type KnownRequest, others, people } from '#test/worlds/user-agents.ts'
import { brokerOf, deviceOf, isVisit, referrerHost, tagsOf } from './visits.rules.ts'

const requestOf = ({ agent, method, headers = {} }: KnownRequest) =>
  [method ?? 'GET', { ...(agent && { 'user-agent': agent }), ...headers }] as const

describe('a visit', () => {
  // Covers: microsites-visits-8
  it('is known by a list of at least sixty different requests', () => {
    const all = [...people, ...others].map((request) => JSON.stringify(requestOf(request)))
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBeGreaterThanOrEqual(60)
  })

  // Covers: microsites-visits-8
  it.each(people)('is one of $who', (request) => {
    expect(isVisit(...requestOf(request))).toBe(true)
  })

  // Covers: microsites-visits-8
  it.each(others)('is none of $who', (request) => {
    expect(isVisit(...requestOf(request))).toBe(false)
  })

  // Covers: staff-screens-microsites-5
  it('is none where staff look at the page from their list', () => {
    for (const request of people) expect(isVisit(...requestOf(request), true)).toBe(false)
  })
})

describe('the tags of a link', () => {
  it('are kept as they stand, trimmed', () => {
    expect(tagsOf({ utm_source: ' Brokerline ', utm_medium: 'sms', utm_term: 'ＲＡＴＥ 📞' })).toEqual({
      ...{ source: 'Brokerline', medium: 'sms', campaign: null, content: null, term: 'ＲＡＴＥ 📞' },
    })
  })

  it.each<[string, unknown, string | null]>([
    ['nothing', undefined, null],
    ['an empty one', '', null],
    ['blanks', ' \t\n ', null],
    ['one that is given twice', ['first', 'second'], 'first'],
    ['an empty list', [], null],
    ['another type', { a: 1 }, null],
    ['100,000 characters', 'x'.repeat(100_000), 'x'.repeat(200)],
    ['a pair across the cut', `${'x'.repeat(199)}📞`, 'x'.repeat(199)],
    ['characters that no database keeps', 'a\u0000b\u001b[31m', 'a b [31m'],
    ['a script', '<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('are read from %s', (_what, value, expected) => {
    expect(tagsOf({ utm_source: value }).source).toBe(expected)
  })
})

describe('the broker of a link', () => {
  // Covers: http-conventions-21
  it.each<[unknown, number | null]>([
    ['7', 7],
    [['7', '8'], 7],
    ['2147483647', 2_147_483_647],
    ['2147483648', null],
    ['99999999999999', null],
    ['0', null],
    ['-1', null],
    ['1.5', null],
    ['1e3', null],
    ['0x10', null],
    [' 7', null],
    ['', null],
    [undefined, null],
    ["7' or 1=1", null],
  ])('%j is %j', (value, expected) => {
    expect(brokerOf({ broker: value })).toBe(expected)
  })
})

describe('where a visitor came from', () => {
  it.each<[string | undefined, string | null]>([
    ['https://www.linkedin.com/feed/?x=1', 'www.linkedin.com'],
    ['https://user:secret@mail.example:8443/inbox', 'mail.example'],
    ['android-app://com.google.android.gm/', 'com.google.android.gm'],
    ['http://localhost:3000/microsites', null],
    ['about:blank', null],
    ['not an address', null],
    [`https://${'a.'.repeat(200)}example/`, null],
    [undefined, null],
  ])('%s is kept as %s', (referer, host) => {
    expect(referrerHost(referer, 'localhost')).toBe(host)
  })
})

describe('a device', () => {
  const deviceNamed = (who: string) => deviceOf(people.find((request) => request.who === who)?.agent ?? '')

  it.each([
    ['Chrome on Windows', 'desktop'],
    ['Safari on a Mac', 'desktop'],
    ['Chromebook', 'desktop'],
    ['Safari on an iPhone', 'phone'],
    ['Chrome on Android', 'phone'],
    ['Firefox on Android', 'phone'],
    ['Opera Mini', 'phone'],
    ['the browser in LinkedIn', 'phone'],
    ['Safari on an iPad', 'tablet'],
    ['Chrome on an Android tablet', 'tablet'],
    ['Silk on a Fire tablet', 'tablet'],
  ])('with %s is a %s', (who, device) => {
    expect(deviceNamed(who)).toBe(device)
  })

  it('that is none of these is another', () => {
    expect(deviceOf('Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/94.0 Safari/537.36')).toBe(
      'other',
    )
  })
})
