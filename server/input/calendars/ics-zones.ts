/** Finds the time zone that a name in a calendar file means. */
import ICAL from 'ical.js'
import { findIana } from 'windows-iana'
import type { IcsComponent } from './read-ics.ts'

/** A wall-clock time as written, e.g. 2026-12-02T09:00:00. */
export type Wall = Temporal.PlainDateTime

export interface IcsZone {
  /** Epoch milliseconds. */
  instantOf(wall: Wall): number
  /** The wall-clock time at an instant; null where the file's own definition does not cover it. */
  wallAt(instant: number): Wall | null
}

export function ianaZone(id: string): IcsZone {
  return {
    instantOf: (wall) => wall.toZonedDateTime(id).epochMilliseconds,
    wallAt: (instant) =>
      Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(id).toPlainDateTime(),
  }
}

export const UTC = ianaZone('UTC')

/**
 * Finds zones by name: IANA names, also with a prefix; Windows names by CLDR's table; offsets; then the file's own definition.
 * Null for a name without any meaning.
 */
export function createZones(components: readonly IcsComponent[]): (name: string) => IcsZone | null {
  const defined = definedZones(components)
  const cache = new Map<string, IcsZone | null>()
  return (name) => {
    const cached = cache.get(name)
    if (cached !== undefined) return cached
    const id = ianaName(name)
    const own = defined.get(name)
    const zone = id ? ianaZone(id) : (own ?? cityZone(name) ?? offsetZone(name))
    cache.set(name, zone)
    return zone
  }
}

/** 'Australia/Perth' for 'Australia/Perth', '/vendor.example/20050126_1/Australia/Perth' or 'W. Australia Standard Time'. */
export function ianaName(name: string): string | null {
  const clean = name.trim().replace(/^tzone:\/\/Microsoft\//i, '')
  if (/^utc$/i.test(clean)) return 'UTC'
  const parts = clean.split('/').filter((part) => part !== '')
  const candidates = [
    clean,
    ...[3, 2].filter((length) => parts.length >= length).map((length) => parts.slice(-length).join('/')),
    ...(findIana(clean.replaceAll(/\s+/g, ' ')) as string[]).slice(0, 1),
  ]
  return candidates.find(isIana) ?? null
}

/** Abbreviations such as EST are fixed offsets or mean several zones, so that they are none. */
function isIana(name: string): boolean {
  if (!/^(?:[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+|UTC|GMT|Z)$/.test(name)) return false
  try {
    Temporal.Now.zonedDateTimeISO(name === 'Z' ? 'UTC' : name)
    return true
  } catch {
    return false
  }
}

const CITIES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Sydney|Melbourne|Canberra|AEDT)\b/i, 'Australia/Sydney'],
  [/\b(?:Brisbane|Queensland)\b/i, 'Australia/Brisbane'],
  [/\b(?:Adelaide|ACDT)\b/i, 'Australia/Adelaide'],
  [/\bDarwin\b/i, 'Australia/Darwin'],
  [/\b(?:Perth|AWST)\b/i, 'Australia/Perth'],
  [/\bHobart\b/i, 'Australia/Hobart'],
  [/\b(?:Auckland|Wellington)\b/i, 'Pacific/Auckland'],
]

/** '(UTC+10:00) Canberra, Melbourne, Sydney', as Outlook shows it. */
function cityZone(name: string): IcsZone | null {
  const city = CITIES.find(([pattern]) => pattern.test(name))
  return city ? ianaZone(city[1]) : null
}

function offsetZone(name: string): IcsZone | null {
  const [, sign, hours = '', minutes = '00'] =
    /^\(?(?:UTC|GMT)?\s*([+-])(\d{1,2})(?:[:.]?(\d{2}))?\b/i.exec(name.trim()) ?? []
  if (!sign || Number(hours) > 14 || Number(minutes) > 59) return null
  return ianaZone(`${sign}${hours.padStart(2, '0')}:${minutes}`)
}

function definedZones(components: readonly IcsComponent[]): Map<string, IcsZone> {
  const zones = new Map<string, IcsZone>()
  for (const { kind, lines, text } of components) {
    const of = (name: string) => lines.find((line) => line.name === name)?.value
    const id = kind === 'VTIMEZONE' ? of('TZID') : undefined
    if (!id) continue
    const location = of('X-LIC-LOCATION')
    const iana = location ? ianaName(location) : null
    const zone = iana ? ianaZone(iana) : ownZone(text)
    if (zone) zones.set(id, zone)
  }
  return zones
}

/** The rules of a zone as the file defines them; null where they cannot be read. */
function ownZone(text: string): IcsZone | null {
  try {
    const zone = new ICAL.Timezone(new ICAL.Component(ICAL.parse(text)))
    const instantOf = (wall: Wall): number => {
      const { year, month, day, hour, minute, second } = wall
      const time = new ICAL.Time({ year, month, day, hour, minute, second, isDate: false }, zone)
      return time.toUnixTime() * 1000
    }
    instantOf(Temporal.PlainDateTime.from('2026-01-01'))
    return { instantOf, wallAt: (instant) => wallBy(instantOf, instant) }
  } catch {
    return null
  }
}

/** Searches the offset among those of the zone's year: two guesses are enough for one change of the clock. */
function wallBy(instantOf: (wall: Wall) => number, instant: number): Wall | null {
  const utc = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO('UTC').toPlainDateTime()
  let wall = utc
  for (let guess = 0; guess < 3; guess++) {
    const error = instant - instantOf(wall)
    if (error === 0) return wall
    wall = wall.add({ milliseconds: error })
  }
  return instantOf(wall) === instant ? wall : null
}
