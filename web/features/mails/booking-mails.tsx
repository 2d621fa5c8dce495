import { HOLD_MINUTES } from '#contract/bookings/bookings.ts'
import type { Lender, MailFacts } from '#contract/microsites/pages.ts'
import { webLink } from '#web/features/site/links.ts'
import { greeting, type Mail, oneLine } from './mail.ts'
import { MeetingFacts, meetingLines } from './meeting.tsx'
import { Action, MailLink, Remark, Text, Title } from './parts.tsx'

const CALENDAR = 'The attached invitation adds it to your calendar.'

/** Links to a page with a button: mail scanners open links automatically. */
export function bookingUnconfirmed(lender: Lender, facts: MailFacts['booking_unconfirmed']): Mail {
  const said = `Somebody asked for a meeting with ${oneLine(facts.bdmName)} of ${oneLine(lender.name)} in your name.`
  const until = `Confirm your meeting within ${HOLD_MINUTES} minutes, by ${facts.until}. After that the time is free for others again.`
  const notYou = 'Not you? Then do nothing: without your confirmation there is no meeting.'
  return {
    subject: `Confirm your meeting: ${facts.when}`,
    preview: until,
    body: (
      <>
        <Title>Confirm your meeting</Title>
        <Text>{greeting(facts.name)}</Text>
        <Text>{said}</Text>
        <Text>{until}</Text>
        <MeetingFacts meeting={{ ...facts, agenda: null }} />
        <Action href={facts.manageUrl}>Confirm meeting</Action>
        <Remark>{notYou}</Remark>
      </>
    ),
    text: [
      greeting(facts.name),
      said,
      until,
      meetingLines({ ...facts, agenda: null }),
      `Confirm meeting:\n${facts.manageUrl}`,
      notYou,
    ],
  }
}

/** ', changed from 2 pm' where another time was agreed in the call. */
const changed = (from: string | null): string => (from ? `, changed from ${oneLine(from)}` : '')

const sorry = (from: string): string =>
  `In the call we said ${oneLine(from)}. That time was no longer free, so we have booked the next one after it.`

export function bookingConfirmed(lender: Lender, facts: MailFacts['booking_confirmed']): Mail {
  const said = `Your meeting with ${oneLine(facts.bdmName)} of ${oneLine(lender.name)} is booked.`
  return {
    subject: `Meeting booked: ${facts.when}${changed(facts.changedFrom)}`,
    preview: `With ${facts.bdmName}, 60 minutes by video. ${CALENDAR}`,
    body: (
      <>
        <Title>Your meeting is booked</Title>
        <Text>{greeting(facts.name)}</Text>
        <Text>
          {said} {CALENDAR}
        </Text>
        {facts.changedFrom && <Text>{sorry(facts.changedFrom)}</Text>}
        <MeetingFacts meeting={facts} />
        <Action href={facts.manageUrl}>Reschedule or cancel</Action>
        {facts.attributed && (
          <Remark>
            Not you? <MailLink href={facts.manageUrl}>Cancel</MailLink> the meeting and nobody will expect
            you.
          </Remark>
        )}
      </>
    ),
    text: [
      greeting(facts.name),
      `${said} ${CALENDAR}`,
      facts.changedFrom && sorry(facts.changedFrom),
      meetingLines(facts),
      `Reschedule or cancel:\n${facts.manageUrl}`,
      facts.attributed ? `Not you? Cancel the meeting and nobody will expect you:\n${facts.manageUrl}` : null,
    ],
  }
}

export function bookingMoved(lender: Lender, facts: MailFacts['booking_moved']): Mail {
  return changedMail(facts, {
    subject: `Meeting moved to ${facts.when}`,
    title: 'Your meeting has moved',
    said: `Your meeting with ${oneLine(facts.bdmName)} of ${oneLine(lender.name)} has a new time.`,
    calendar: 'The attached invitation moves it in your calendar.',
  })
}

export function bookingUpdated(lender: Lender, facts: MailFacts['booking_updated']): Mail {
  return changedMail(facts, {
    subject: `New video link: your meeting on ${facts.when}`,
    title: 'Your meeting has a new video link',
    said: `Your meeting with ${oneLine(facts.bdmName)} of ${oneLine(lender.name)} has a new video link. The time stays.`,
    calendar: 'The attached invitation updates it in your calendar.',
  })
}

function changedMail(
  facts: MailFacts['booking_moved'],
  { subject, title, said, calendar }: Record<'subject' | 'title' | 'said' | 'calendar', string>,
): Mail {
  return {
    subject,
    preview: `With ${facts.bdmName}. ${calendar}`,
    body: (
      <>
        <Title>{title}</Title>
        <Text>{greeting(facts.name)}</Text>
        <Text>
          {said} {calendar}
        </Text>
        <MeetingFacts meeting={facts} />
        <Action href={facts.manageUrl}>Reschedule or cancel</Action>
      </>
    ),
    text: [
      greeting(facts.name),
      `${said} ${calendar}`,
      meetingLines(facts),
      `Reschedule or cancel:\n${facts.manageUrl}`,
    ],
  }
}

export function bookingCancelled(lender: Lender, facts: MailFacts['booking_cancelled']): Mail {
  const said = `Your meeting with ${oneLine(facts.bdmName)} of ${oneLine(lender.name)} is cancelled.`
  const calendar = 'The attached cancellation removes it from your calendar.'
  return {
    subject: `Meeting cancelled: ${facts.when}`,
    preview: `${said} You can book another time.`,
    body: (
      <>
        <Title>Your meeting is cancelled</Title>
        <Text>{greeting(facts.name)}</Text>
        <Text>
          {said} {calendar}
        </Text>
        <MeetingFacts meeting={facts} />
        <Action href={facts.bookUrl}>Book another time</Action>
      </>
    ),
    text: [
      greeting(facts.name),
      `${said} ${calendar}`,
      meetingLines(facts),
      `Book another time:\n${facts.bookUrl}`,
    ],
  }
}

export function bookingReminder(_lender: Lender, facts: MailFacts['booking_reminder']): Mail {
  const soon = facts.ahead === 'day' ? 'Tomorrow' : 'Within the hour'
  const said =
    facts.ahead === 'day'
      ? `Your meeting with ${oneLine(facts.bdmName)} is tomorrow.`
      : `Your meeting with ${oneLine(facts.bdmName)} starts within the hour.`
  const join = webLink(facts.videoLink)
  // the button has the same link
  const meeting = join ? { ...facts, videoLink: undefined } : facts
  return {
    subject: `${soon}: your meeting with ${facts.bdmName}`,
    preview: facts.when,
    body: (
      <>
        <Title>{said}</Title>
        <Text>{greeting(facts.name)}</Text>
        <Text>Here are the details.</Text>
        <MeetingFacts meeting={meeting} />
        {join ? (
          <>
            <Action href={join}>Join the video call</Action>
            <Remark>
              Something came up? <MailLink href={facts.manageUrl}>Reschedule or cancel</MailLink>
            </Remark>
          </>
        ) : (
          <Action href={facts.manageUrl}>Reschedule or cancel</Action>
        )}
      </>
    ),
    text: [
      greeting(facts.name),
      said,
      meetingLines(meeting),
      join && `Join the video call:\n${join}`,
      `Reschedule or cancel:\n${facts.manageUrl}`,
    ],
  }
}

const noticeWords = {
  booked: { subject: 'New meeting', title: 'A meeting was booked with you' },
  moved: { subject: 'Meeting moved', title: 'A meeting with you has moved' },
  updated: { subject: 'New video link', title: 'A meeting with you has a new video link' },
  cancelled: { subject: 'Meeting cancelled', title: 'A meeting with you is cancelled' },
} as const

/** To the BDM. */
export function bookingNotice(_lender: Lender, facts: MailFacts['booking_notice']): Mail {
  const { subject, title } = noticeWords[facts.change]
  const visitor = oneLine(facts.visitor)
  const { videoLink, ...cancelled } = facts
  const meeting = facts.change === 'cancelled' ? cancelled : { ...cancelled, videoLink }
  const told =
    facts.change === 'booked' && facts.changedFrom
      ? `They were told ${oneLine(facts.changedFrom)} in the call, which was no longer free. Their confirmation says so.`
      : null
  return {
    subject: `${subject}: ${visitor}, ${facts.when}`,
    preview: facts.contact,
    body: (
      <>
        <Title>{title}</Title>
        <Text>
          {visitor}
          <br />
          {facts.contact}
        </Text>
        {told && <Text>{told}</Text>}
        <MeetingFacts meeting={meeting} />
        <Action href={facts.url}>Open the bookings</Action>
      </>
    ),
    text: [
      `${title}.`,
      `Visitor: ${visitor}\nContact: ${oneLine(facts.contact)}`,
      told,
      meetingLines(meeting),
      `Open the bookings:\n${facts.url}`,
    ],
  }
}
