import { describe, expect, test } from 'vitest'
import { regions } from '#contract/brokers/brokers.ts'
import { parseRegion, regionOfPostcode, zoneFor } from './regions.ts'

describe('states', () => {
  test.each([
    ['NSW', 'NSW'],
    ['nsw', 'NSW'],
    ['N.S.W.', 'NSW'],
    ['n s w', 'NSW'],
    ['New South Wales', 'NSW'],
    ['  Victoria ', 'VIC'],
    ['vic.', 'VIC'],
    ['Vic', 'VIC'],
    ['QUEENSLAND', 'QLD'],
    ['Western  Australia', 'WA'],
    ['W.A.', 'WA'],
    ['South Australia', 'SA'],
    ['Tasmania', 'TAS'],
    ['Tas', 'TAS'],
    ['Australian Capital Territory', 'ACT'],
    ['a.c.t', 'ACT'],
    ['Northern Territory', 'NT'],
    ['AU-QLD', 'QLD'],
    ['ＮＳＷ', 'NSW'],
  ])('%s is %s', (text, region) => expect(parseRegion(text)).toBe(region))

  test.each([
    '',
    ' ',
    'Auckland',
    'California',
    'NSW/VIC',
    'Sydney',
    '2000',
    'NZ',
    'constructor',
  ])('%j is none', (text) => expect(parseRegion(text)).toBeNull())
})

describe('zones', () => {
  test.each([
    ['NSW', null, 'Australia/Sydney'],
    ['ACT', null, 'Australia/Sydney'],
    ['VIC', null, 'Australia/Melbourne'],
    ['TAS', null, 'Australia/Hobart'],
    ['QLD', null, 'Australia/Brisbane'],
    ['SA', null, 'Australia/Adelaide'],
    ['NT', null, 'Australia/Darwin'],
    ['WA', null, 'Australia/Perth'],
    ['NSW', '2150', 'Australia/Sydney'],
    ['NSW', '2880', 'Australia/Broken_Hill'],
    ['NSW', '2898', 'Australia/Lord_Howe'],
    ['NSW', '2899', 'Pacific/Norfolk'],
    [null, '2880', 'Australia/Broken_Hill'],
    ['WA', '6798', 'Indian/Christmas'],
    ['WA', '6799', 'Indian/Cocos'],
    ['WA', '6443', 'Australia/Eucla'],
    [null, '6798', 'Indian/Christmas'],
    [null, '6799', 'Indian/Cocos'],
    [null, '6443', 'Australia/Eucla'],
    [null, '2898', 'Australia/Lord_Howe'],
    [null, '2899', 'Pacific/Norfolk'],
    ['NSW', '6798', 'Indian/Christmas'],
    ['NT', '0872', 'Australia/Darwin'],
    ['QLD', '4383', 'Australia/Brisbane'],
    ['NSW', '2406', 'Australia/Sydney'],
    ['QLD', '4825', 'Australia/Brisbane'],
    [null, '2540', 'Australia/Sydney'],
    ['ACT', '2540', 'Australia/Sydney'],
    [null, '1235', 'Australia/Sydney'],
    [null, '6992', 'Australia/Perth'],
    [null, '5942', 'Australia/Adelaide'],
    [null, '0909', 'Australia/Darwin'],
    [null, '0800', 'Australia/Darwin'],
    [null, '0200', 'Australia/Sydney'],
    [null, '2600', 'Australia/Sydney'],
    [null, '8001', 'Australia/Melbourne'],
    [null, '9726', 'Australia/Brisbane'],
    [null, '7250', 'Australia/Hobart'],
    [null, '6160', 'Australia/Perth'],
    [null, '5067', 'Australia/Adelaide'],
    ['ACT', '2620', 'Australia/Sydney'],
    [null, null, null],
    [null, '0100', null],
    [null, '12', null],
  ] as const)('%s %s: %s', (region, postcode, zone) => expect(zoneFor(region, postcode)).toBe(zone))

  // Covers: called-when-7
  test.each([
    [null, '0872'],
    ['SA', '0872'],
    ['WA', '0872'],
    [null, '4825'],
    ['NT', '4825'],
    [null, '2406'],
    [null, '4383'],
    ['NSW', '4383'],
    ['QLD', '2406'],
    ['SA', '6443'],
    ['TAS', '7151'],
    [null, '9999'],
  ] as const)('%s %s lies by several clocks: unknown', (region, postcode) =>
    expect(zoneFor(region, postcode)).toBeNull())

  test('a state and a postcode by different clocks leave the zone unknown', () => {
    expect(zoneFor('NSW', '6000')).toBeNull()
    expect(zoneFor('WA', '2880')).toBeNull()
  })

  test('a postcode that does not exist leaves it to the state', () => {
    expect(zoneFor('QLD', '0001')).toBe('Australia/Brisbane')
  })

  test('every zone exists', () => {
    const postcodes = Array.from({ length: 10_000 }, (_, n) => String(n).padStart(4, '0'))
    const zones = new Set([null, ...regions].flatMap((region) => postcodes.map((p) => zoneFor(region, p))))
    for (const zone of zones)
      if (zone) expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
    expect(zones).toContain('Australia/Broken_Hill')
  })

  test.each([
    ['2617', 'ACT'],
    ['2913', 'ACT'],
    ['2621', 'NSW'],
    ['0872', 'NT'],
    ['abcd', null],
  ])('postcode %s lies in %s', (postcode, region) => expect(regionOfPostcode(postcode)).toBe(region))
})
