// Decides whose phones a hand-off rings, and in which order.

import type { Region } from '#contract/brokers/brokers.ts'
import { SYDNEY, weekdayOf } from '#contract/calendar.ts'
import type { RingRole } from '#contract/calls/hand-offs.ts'
import { dateIn } from '#server/calendar/days.ts'
import { holidayAt } from '#server/calendar/legal-hours.ts'
import { instantOf } from '#server/calendar/places.ts'
import { classifyNumber, parseCallable } from '#server/modules/brokers/phone.rules.ts'

interface WeeklySpan {
  /** ISO weekday. */
  weekday: number
  /** HH:MM */
  from: string
  to: string
}

/** An active BDM. */
export interface StaffMember {
  id: number
  name: string
  phone: string | null
  regions: readonly string[]
  /** Meeting hours and the blocks in them, on Sydney's clock. */
  hours: readonly WeeklySpan[]
  blocks: readonly WeeklySpan[]
  /** Hours for calls, on the clock of `timezone`; null: the meeting hours. */
  callHours: readonly WeeklySpan[] | null
  timezone: string
  /** On leave or in a meeting. */
  busy: boolean
  /** When their phone was last rung for a hand-off. */
  rungAt: Date | null
}

/** A phone to ring. */
export interface RingTarget {
  role: RingRole
  bdmId: number | null
  name: string
  /** E.164 */
  number: string
}

export interface HandOffFacts {
  /** `phone`: the number that the broker speaks from, E.164. */
  broker: { bdmId: number | null; phone: string }
  staff: readonly StaffMember[]
  /** The broker's state. */
  region: string | null
  /** The organisation's number for calls, E.164; null outside its hours. */
  desk: { name: string; number: string } | null
}

/**
 * The broker's own BDM, then one of the region, then the desk: each with a number of their own and within their hours.
 * Of several BDMs of a region, the one whose phone has been quiet the longest.
 */
export function whoRings({ broker, staff, region, desk }: HandOffFacts, now: Date): RingTarget[] {
  const free = staff.filter((member) => !member.busy && takesCallsAt(member, now))
  const own = free.find(({ id }) => id === broker.bdmId)
  const inRegion = free
    .filter((member) => member.id !== broker.bdmId && region !== null && member.regions.includes(region))
    .toSorted(byQuiet)
  const used = new Set([broker.phone])
  const targets: RingTarget[] = []
  const add = (target: RingTarget | null): boolean => {
    if (target === null || used.has(target.number)) return false
    used.add(target.number)
    targets.push(target)
    return true
  }
  if (own) add(targetOf(own, 'bdm'))
  inRegion.some((member) => add(targetOf(member, 'region')))
  if (desk) add({ role: 'desk', bdmId: null, ...desk })
  return targets
}

const byQuiet = (a: StaffMember, b: StaffMember): number =>
  (a.rungAt?.getTime() ?? 0) - (b.rungAt?.getTime() ?? 0) || a.id - b.id

function targetOf({ id, name, phone }: StaffMember, role: RingRole): RingTarget | null {
  const number = ringable(phone)
  return number === null ? null : { role, bdmId: id, name, number }
}

/** @returns E.164; null where calls cannot be transferred to the number */
export function ringable(phone: string | null): string | null {
  const parsed = parseCallable(phone ?? '')
  return parsed.ok && !classifyNumber(parsed.e164).fictitious ? parsed.e164 : null
}

/** The state whose public holidays a zone keeps. */
const regionOf: Readonly<Record<string, Region>> = {
  'Australia/Sydney': 'NSW',
  'Australia/Melbourne': 'VIC',
  'Australia/Brisbane': 'QLD',
  'Australia/Adelaide': 'SA',
  'Australia/Darwin': 'NT',
  'Australia/Perth': 'WA',
  'Australia/Hobart': 'TAS',
}

/** Whether it is within the hours in which a BDM takes calls, on a business day at their place. */
export function takesCallsAt(
  { hours, blocks, callHours, timezone }: Pick<StaffMember, 'hours' | 'blocks' | 'callHours' | 'timezone'>,
  now: Date,
): boolean {
  const [spans, zone] = callHours === null ? [hours, SYDNEY] : [callHours, timezone]
  const date = dateIn(now, zone)
  const holiday = holidayAt({ zone, region: regionOf[zone] ?? 'NSW' }, date)
  if (holiday && !holiday.from) return false
  const includesNow = ({ weekday, from, to }: WeeklySpan): boolean =>
    weekday === weekdayOf(date) &&
    now.getTime() >= instantOf(date, from, zone) &&
    now.getTime() < instantOf(date, to, zone)
  return spans.some(includesNow) && !(callHours === null && blocks.some(includesNow))
}
