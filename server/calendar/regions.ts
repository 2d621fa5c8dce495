/** Decides which state a text names and which time zone a broker lives in. */
import { type Region, regions } from '#contract/brokers.ts'

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

/** Postcodes in another time zone than their state. */
const OWN_ZONES: Record<string, string> = {
  '2880': 'Australia/Broken_Hill',
  '2898': 'Australia/Lord_Howe',
  '2899': 'Pacific/Norfolk',
}

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
 * IANA zone of a place; null when unknown, so that calls must be legal in all Australian zones. The postcode is more
 * precise than the state (Broken Hill, Lord Howe, Norfolk Island); if the zones of the two contradict each other, the
 * zone counts as unknown.
 */
export function zoneFor(region: Region | null, postcode: string | null): string | null {
  const byPostcode = postcode ? zoneOfPostcode(postcode) : null
  if (!region) return byPostcode
  const byState = STATE_ZONES[region]
  if (!byPostcode || !postcode || byPostcode === byState) return byState
  const special = OWN_ZONES[postcode]
  return special && region === 'NSW' ? special : null
}

function zoneOfPostcode(postcode: string): string | null {
  const region = regionOfPostcode(postcode)
  return OWN_ZONES[postcode] ?? (region && STATE_ZONES[region])
}
