import type { Booking } from '#contract/bookings/bookings.ts'
import type { CallDetails } from '#contract/calls/calls.ts'

/** The result of a meeting request in a call. */
export interface MeetingVerdict {
  /**
   * `exact`: at the hour that the agent confirmed. `corrected`: at another one, which the agent named in the call.
   * `changed`: at another one, announced after the call. `unnamed`: no hour was confirmed.
   */
  kind: 'exact' | 'corrected' | 'changed' | 'unnamed' | 'none'
  /** Each names a record that contradicts the verdict. */
  faults: string[]
}

type Meeting = Pick<Booking, 'scheduledDate'>

/** Compares the transcript of a call with the booking and with all messages about it. */
export function judgeMeeting(call: CallDetails, booking: Meeting | undefined): MeetingVerdict {
  const corrected = correctionIn(call)
  const said = confirmedIn(call)
  const faults = [...promises(call, booking), ...past(call, booking)]
  if (!booking) return { kind: 'none', faults: [...faults, ...toldThatNone(call)] }
  const booked = spoken(booking.scheduledDate)
  if (corrected) {
    const wrong = corrected.to === booked ? [] : [`the agent said ${corrected.to}, booked is ${booked}`]
    const told = toldAsChanged(call, `changed from ${corrected.from}`)
    return { kind: 'corrected', faults: [...faults, ...wrong, ...told] }
  }
  if (said === null) return { kind: 'unnamed', faults }
  if (said === booked) return { kind: 'exact', faults: [...faults, ...silentAbout(call, 'changed from')] }
  return { kind: 'changed', faults: [...faults, ...toldAsChanged(call, changedFrom(said, booked))] }
}

/** The hour that the agent confirmed without interruption; null: none. */
function confirmedIn({ transcript }: CallDetails): string | null {
  for (const { speaker, text } of transcript.toReversed()) {
    const [, time] = /I will book (.+) with your manager/.exec(speaker === 'agent' ? text : '') ?? []
    if (time && !/next free time/.test(time)) return time
  }
  return null
}

/** The agent's statement in the call that another hour was booked. */
function correctionIn({ transcript }: CallDetails): { from: string; to: string } | null {
  for (const { speaker, text } of transcript) {
    const said = /^I am sorry, (.+) is no longer free\. Your meeting is booked for (.+) instead,/.exec(text)
    if (speaker === 'agent' && said) return { from: said[1] ?? '', to: said[2] ?? '' }
  }
  return null
}

/** 'Tuesday 24 November at 2 pm', by Intl: another way than the product's. */
function spoken(start: string): string {
  const part = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-AU', { timeZone: 'Australia/Sydney', ...options }).format(new Date(start))
  const hour = part({ hour: 'numeric', hour12: true })
    .replaceAll(/[\s\u202f]+/g, ' ')
    .toLowerCase()
  const [weekday, day, month] = (['weekday', 'day', 'month'] as const).map((field) =>
    part({ [field]: field === 'day' ? 'numeric' : 'long' }),
  )
  return `${weekday} ${day} ${month} at ${hour}`
}

function promises({ transcript }: CallDetails, booking: Meeting | undefined): string[] {
  const promised = transcript.some(({ text }) => /book the next free time with your manager/.test(text))
  return promised && !booking ? ['a meeting was promised and none booked'] : []
}

function past({ simulatedAt }: CallDetails, booking: Meeting | undefined): string[] {
  if (!booking || !simulatedAt) return []
  return Date.parse(booking.scheduledDate) > Date.parse(simulatedAt)
    ? []
    : [`it is booked at ${booking.scheduledDate}, before the call at ${simulatedAt}`]
}

/** Everything that people read about the call. */
function traces({ summary, followUps, events, phoneNumber }: CallDetails): Record<string, string> {
  const of = (kind: string): string =>
    followUps
      .filter((followUp) => followUp.kind === kind)
      .map(({ description }) => description)
      .join(' ')
  return {
    summary: summary ?? '',
    // a fixed line takes no text messages
    ...(phoneNumber.startsWith('+614') && { sms: of('sms') }),
    email: of('email'),
    timeline: of('meeting_booked'),
    event: events
      .filter(({ kind }) => kind === 'meeting')
      .map(({ description }) => description)
      .join(' '),
  }
}

function silentAbout(call: CallDetails, words: string): string[] {
  return Object.entries(traces(call))
    .filter(([, text]) => text.includes(words))
    .map(([name]) => `${name} tells of a change that did not happen`)
}

function changedFrom(said: string, booked: string): string {
  const [[day, hour], [otherDay]] = [said.split(' at '), booked.split(' at ')]
  return `changed from ${day === otherDay ? hour : said}`
}

function toldAsChanged(call: CallDetails, words: string): string[] {
  return Object.entries(traces(call))
    .filter(([, text]) => !text.includes(words))
    .map(([name, text]) => `${name} does not say "${words}" but "${text}"`)
}

function toldThatNone({ summary, followUps }: CallDetails): string[] {
  return [
    ...(summary?.includes('No meeting could be booked')
      ? []
      : [`the summary says "${summary}", nothing is booked`]),
    ...(followUps.some(({ kind }) => kind === 'meeting_requested') ? [] : ['nobody is told to call back']),
  ]
}
