/** Decides which state a text names and which time zone a broker lives in. */
import { type Region, regions } from '#contract/brokers/brokers.ts'

const NAMES = new Map<string, Region>([
  ...regions.map((region) => [region.toLowerCase(), region] as const),
  ['newsouthwales', 'NSW'],
  ['victoria', 'VIC'],
  ['queensland', 'QLD'],
  ['westernaustralia', 'WA'],
  ['southaustralia', 'SA'],
  ['tasmania', 'TAS'],
  ['australiancapitalterritory', 'ACT'],
  ['northernterritory', 'NT'],
])

/** 'Victoria', 'N.S.W.', ' vic ', 'Western  Australia', 'AU-QLD'. Null if it is not an Australian state or territory. */
export function parseRegion(text: string): Region | null {
  const word = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^au-/, '')
    .replace(/[^a-z]/g, '')
  return NAMES.get(word) ?? null
}

const STATE_ZONES: Record<Region, string> = {
  NSW: 'Australia/Sydney',
  ACT: 'Australia/Sydney',
  VIC: 'Australia/Melbourne',
  TAS: 'Australia/Hobart',
  QLD: 'Australia/Brisbane',
  SA: 'Australia/Adelaide',
  NT: 'Australia/Darwin',
  WA: 'Australia/Perth',
}

/**
 * Postcodes with a clock of their own, which are written with the state whose ranges they belong to. Christmas
 * Island and the Cocos Islands are external territories that apply the law of Western Australia (Christmas Island Act 1958,
 * section 8A); Norfolk Island has services of Queensland since 2022, before that of New South Wales.
 */
const OWN_ZONES: Readonly<Record<string, string>> = {
  '2880': 'Australia/Broken_Hill',
  '2898': 'Australia/Lord_Howe',
  '2899': 'Pacific/Norfolk',
  '6443': 'Australia/Eucla',
  '6798': 'Indian/Christmas',
  '6799': 'Indian/Cocos',
}

/**
 * Postcodes with localities by different clocks (Australia Post's list of localities): 0872 reaches from the Northern
 * Territory into South and Western Australia, 4825 from Queensland into the Northern Territory, the others lie on both
 * sides of the border of New South Wales and Queensland. Only with the state of their range the zone is certain.
 */
const ACROSS_ZONES: ReadonlySet<string> = new Set([
  ...['0872', '2406', '4375', '4377', '4380', '4383', '4385', '4825'],
])

/** Without a place in Australia: Antarctic stations and the post office of Santa Claus. */
const NO_PLACE: ReadonlySet<string> = new Set(['7151', '9999'])

const RANGES: readonly (readonly [from: number, to: number, Region])[] = [
  [200, 299, 'ACT'],
  [800, 999, 'NT'],
  [1000, 2599, 'NSW'],
  [2600, 2618, 'ACT'],
  [2619, 2899, 'NSW'],
  [2900, 2920, 'ACT'],
  [2921, 2999, 'NSW'],
  [3000, 3999, 'VIC'],
  [4000, 4999, 'QLD'],
  [5000, 5999, 'SA'],
  [6000, 6999, 'WA'],
  [7000, 7999, 'TAS'],
  [8000, 8999, 'VIC'],
  [9000, 9999, 'QLD'],
]

/** The state of a four-digit postcode; null if there is none. */
export function regionOfPostcode(postcode: string): Region | null {
  const number = /^\d{4}$/.test(postcode) ? Number(postcode) : -1
  return RANGES.find(([from, to]) => number >= from && number <= to)?.[2] ?? null
}

/**
 * IANA zone of a place; null when unclear, so that calls must be legal in all Australian zones. The postcode is more
 * precise than the state (Broken Hill, Christmas Island); the zone is null where the two contradict each other, or
 * where the postcode covers several zones and no state decides.
 */
export function zoneFor(region: Region | null, postcode: string | null): string | null {
  const ofPostcode = postcode ? regionOfPostcode(postcode) : null
  if (!postcode || !ofPostcode) return region && STATE_ZONES[region]
  if (NO_PLACE.has(postcode)) return null
  const byPostcode = OWN_ZONES[postcode] ?? STATE_ZONES[ofPostcode]
  const across = ACROSS_ZONES.has(postcode)
  if (region === null) return across ? null : byPostcode
  // the hours of `zonesOf` are then those of the island and of the whole country
  if (byPostcode.startsWith('Indian/')) return byPostcode
  if (across || OWN_ZONES[postcode]) return region === ofPostcode ? byPostcode : null
  return STATE_ZONES[region] === byPostcode ? STATE_ZONES[region] : null
}
