import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { type Bdm, bdmFields, defaultBlocks, defaultHours } from '#contract/bookings/bdms.ts'
import { SYDNEY } from '#contract/calendar.ts'

type Input = z.input<typeof bdmFields>
export type BdmFormFields = z.output<typeof bdmFields>
export type BdmForm = UseFormReturn<Input, unknown, BdmFormFields>

/** Meetings are held on these days only. */
export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const
export const weekdayOptions = weekdayNames.map((label, index) => ({ value: String(index + 1), label }))

/** Defaults of a new BDM: the six slots of a day and the block at 3 PM. */
export function newBdm(): Input {
  return {
    name: '',
    email: '',
    phone: '',
    callHours: null,
    timezone: SYDNEY,
    videoLink: '',
    active: true,
    regions: [],
    hours: defaultHours,
    blocks: defaultBlocks,
    busyFeedUrl: '',
    tentativeIsBusy: true,
  }
}

export function valuesOf(bdm: Bdm): Input {
  return {
    name: bdm.name,
    email: bdm.email,
    phone: bdm.phone ?? '',
    callHours: bdm.callHours && inOrder(bdm.callHours),
    timezone: bdm.timezone,
    videoLink: bdm.videoLink ?? '',
    active: bdm.active,
    regions: bdm.regions,
    hours: inOrder(bdm.hours),
    blocks: inOrder(bdm.blocks),
    busyFeedUrl: bdm.busyFeedUrl ?? '',
    tentativeIsBusy: bdm.tentativeIsBusy,
  }
}

/** Only the changed fields; hours and blocks as complete lists. */
export function changesOf(fields: BdmFormFields, bdm: Bdm): Partial<BdmFormFields> {
  const before = bdmFields.parse(valuesOf(bdm))
  const after = tidy(fields)
  const names = (Object.keys(after) as (keyof BdmFormFields)[]).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(tidy(before)[name]),
  )
  return Object.fromEntries(names.map((name) => [name, after[name]]))
}

/** Sorts hours, blocks and regions, so that entry order does not count as a change. */
export function tidy(fields: BdmFormFields): BdmFormFields {
  return {
    ...fields,
    regions: fields.regions.toSorted(),
    hours: inOrder(fields.hours),
    blocks: inOrder(fields.blocks),
    callHours: fields.callHours && inOrder(fields.callHours),
  }
}

interface Span {
  weekday: number
  from: string
  to: string
}

function inOrder<S extends Span>(spans: readonly S[]): S[] {
  return spans.toSorted((a, b) => a.weekday - b.weekday || (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
}

/** Spans that a click adds to a day: after the last one of that day, an hour long, else the morning. */
export function nextSpan(spans: readonly Partial<Span>[], weekday: number): Span {
  const ends = spans.filter((span) => span.weekday === weekday).map(({ to }) => to ?? '')
  const last = ends.toSorted().at(-1)
  if (!last || !/^\d{2}:\d{2}$/.test(last)) return { weekday, from: '09:00', to: '12:00' }
  const hour = Math.min(22, Number(last.slice(0, 2)) + 1)
  const two = (value: number): string => String(value).padStart(2, '0')
  return { weekday, from: `${two(hour)}:00`, to: `${two(hour + 1)}:00` }
}

export type CallHours = Span[] | null

/** The times of the first day, which the form shows for all days. */
export function callTimes(hours: CallHours): { from: string; to: string } {
  const { from = '', to = '' } = hours?.[0] ?? {}
  return { from, to }
}

/** The same days with these times. */
export const withTimes = (hours: CallHours, times: { from: string; to: string }): CallHours =>
  hours === null ? null : hours.map(({ weekday }) => ({ weekday, ...times }))
