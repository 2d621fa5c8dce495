import { type Bdm, staffZones } from '#contract/bookings/bdms.ts'
import type { CalendarService, ConnectedCalendar } from '#contract/bookings/calendar-services.ts'
import { daysText, hoursText } from '#web/features/campaigns/hours-text.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { countOf } from '#web/lib/format.ts'
import type { Tone } from '#web/ui/tone.ts'

interface Span {
  weekday: number
  from: string
  to: string
}

/** Days with the same times on one line: 'Mon–Fri' and '9:00 am – 12:00 pm, 2:00 pm – 5:00 pm'. */
export function weekLines(spans: readonly Span[]): { days: string; times: string }[] {
  const timesOf = (weekday: number): string =>
    spans
      .filter((span) => span.weekday === weekday)
      .toSorted((a, b) => (a.from < b.from ? -1 : 1))
      .map(({ from, to }) => hoursText(from, to))
      .join(', ')
  const lines = new Map<string, string[]>()
  for (let weekday = 1; weekday <= 7; weekday += 1) {
    const times = timesOf(weekday)
    // the campaign's days count Sunday as 0
    if (times) lines.set(times, [...(lines.get(times) ?? []), String(weekday % 7)])
  }
  return [...lines].map(([times, days]) => ({ days: daysText(days), times }))
}

/** As above, with each block's reason. */
export function blockLines(blocks: Bdm['blocks']): { days: string; times: string; reason: string }[] {
  const reasons = [...new Set(blocks.map(({ reason }) => reason))]
  return reasons.flatMap((reason) =>
    weekLines(blocks.filter((block) => block.reason === reason)).map((line) => ({ ...line, reason })),
  )
}

/** When brokers who ask for a person are put through. */
export function callHoursText({
  phone,
  callHours,
  timezone,
}: Pick<Bdm, 'phone' | 'callHours' | 'timezone'>): string {
  if (phone === null) return 'Never: no phone number'
  if (callHours === null) return 'In the hours for meetings'
  if (callHours.length === 0) return 'Never'
  const zone = staffZones.find(({ value }) => value === timezone)?.label ?? timezone
  return `${weekLines(callHours)
    .map(({ days, times }) => `${days} ${times}`)
    .join('; ')}, ${zone} time`
}

/** State of the calendar that a BDM has connected. */
export function connectedLook({ state, error, readAt }: ConnectedCalendar): { tone: Tone; label: string } {
  if (state !== 'connected') return { tone: 'red', label: 'Disconnected' }
  if (error !== null) return { tone: 'amber', label: 'Not reached' }
  return readAt === null ? { tone: 'blue', label: 'Waiting' } : { tone: 'green', label: 'Connected' }
}

/** What a fault means for meetings, after its sentence; null: all is well. */
export function faultText({ state, error }: ConnectedCalendar): string | null {
  if (error === null) return null
  const what =
    state === 'revoked'
      ? 'Meetings are not written into it until it is connected again.'
      : 'It is tried again. Until then, the busy times that were read last stay in use.'
  return `${error} ${what}`
}

/** State of a BDM's own calendar, however it is read. */
export const ownCalendarLook = (bdm: Bdm): { tone: Tone; label: string } =>
  bdm.connectedCalendar ? connectedLook(bdm.connectedCalendar) : busyFeedLook(bdm)

/** State of the BDM's busy feed. */
export function busyFeedLook(bdm: Pick<Bdm, 'busyFeedUrl' | 'busyFeed'>): {
  tone: Tone
  label: string
  detail: string
} {
  if (bdm.busyFeedUrl === null) {
    return {
      tone: 'grey',
      label: 'Not connected',
      detail: 'Only leave and recurring blocks take time out of this calendar.',
    }
  }
  const { readAt = null, error = null, events = 0, failingSince = null } = bdm.busyFeed ?? {}
  const read = readAt === null ? null : `${countOf(events, 'busy time')} read on ${formatDateTime(readAt)}`
  if (error !== null) {
    const since = failingSince === null ? '' : ` It has failed since ${formatDateTime(failingSince)}.`
    return {
      tone: 'red',
      label: 'Failed',
      detail:
        read === null
          ? `${error}${since} No busy times are known yet: correct the address, or add leave here.`
          : `${error} The last successful read still applies: ${read}.${since}`,
    }
  }
  const skipped = bdm.busyFeed?.skipped ?? []
  if (read !== null && skipped.length > 0) {
    const shown = skipped.map(({ entry, reason }) => `${entry}: ${reason}.`).join(' ')
    return {
      tone: 'amber',
      label: `${countOf(skipped.length, 'entry', 'entries')} not read`,
      detail: `${read}. These may be busy times that are still offered; correct them in the calendar, or add leave here. ${shown}`,
    }
  }
  if (read === null) return { tone: 'blue', label: 'Waiting', detail: 'It is read within 15 minutes.' }
  return { tone: 'green', label: 'Working', detail: `${read}.` }
}

const permissionText: Readonly<Record<CalendarService, string>> = {
  caldav: 'The password is deleted here.',
  microsoft: 'Microsoft lists the permission until it is removed at myapps.microsoft.com.',
  google: 'The permission is withdrawn at Google.',
}

/** What disconnecting does, as the question before it says. */
export function disconnectText({ service, state }: ConnectedCalendar): string {
  const entries =
    state === 'revoked'
      ? 'Entries of meetings stay in it, as Brokerline can no longer use it.'
      : `Entries of coming meetings are removed from it within minutes. ${permissionText[service]}`
  return `${entries} Its busy times are offered again.`
}
