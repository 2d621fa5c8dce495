// Zones that people name, and local time.

import type { Region } from '#contract/brokers/brokers.ts'

const ZONES: readonly [RegExp, string][] = [
  [/perth|western australia|wa|western|west coast/, 'Australia/Perth'],
  [/darwin|northern territory|nt/, 'Australia/Darwin'],
  [/adelaide|south australia|south australian|sa/, 'Australia/Adelaide'],
  [/brisbane|brissie|queensland|qld|gold coast|cairns|townsville|brisbane/, 'Australia/Brisbane'],
  [/hobart|tasmania|tasmanian|tassie|launceston/, 'Australia/Hobart'],
  [/melbourne|victoria|victorian|vic/, 'Australia/Melbourne'],
  [/sydney|nsw|new south wales|canberra|act|daylight saving|eastern daylight/, 'Australia/Sydney'],
]
const PLACES = ZONES.map(([pattern]) => pattern.source).join('|')
const NAMED = new RegExp(
  ` (?:(${PLACES})(?:s)? time|(?:im|were|based|live|living|office is|over|up|down|out) (?:\\w+ )?in (${PLACES})) `,
)

/** The zone of 'Perth time' or 'I'm in Perth'; null where none is named. */
export function namedZone(words: string): string | null {
  const [, first, second] = NAMED.exec(words) ?? []
  const place = first ?? second
  if (!place) return null
  return ZONES.find(([pattern]) => new RegExp(`^(?:${pattern.source})$`).test(place))?.[1] ?? null
}

/** The state whose holidays a zone has. */
export const regionOfZone: Readonly<Record<string, Region>> = {
  'Australia/Sydney': 'NSW',
  'Australia/Melbourne': 'VIC',
  'Australia/Hobart': 'TAS',
  'Australia/Brisbane': 'QLD',
  'Australia/Adelaide': 'SA',
  'Australia/Darwin': 'NT',
  'Australia/Perth': 'WA',
}

export interface LocalTime {
  /** YYYY-MM-DD */
  day: string
  /** Minutes since midnight. */
  minutes: number
}

export function localTime(at: Date, zone: string): LocalTime {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
  return { day: local.toPlainDate().toString(), minutes: local.hour * 60 + local.minute }
}

const two = (number: number): string => String(number).padStart(2, '0')

/** YYYY-MM-DDTHH:MM */
export const localText = ({ day, minutes }: LocalTime): string =>
  `${day}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
