import { shortDayName } from '#contract/calendar.ts'
import type { Lender, MailFacts } from '#contract/pages.ts'
import { personTime } from '#web/features/bookings/booking-labels.ts'
import { briefFacts } from '#web/features/bookings/brief-words.ts'
import { countOf } from '#web/lib/format.ts'
import { MailList, Section } from './figures.tsx'
import { greeting, type Mail, oneLine } from './mail.ts'
import { Action, Text, Title } from './parts.tsx'

const OPEN = 'Open the brief to print it'

/** To a BDM, in the morning of a day with meetings. */
export function bdmBrief(_lender: Lender, { name, day, zone, meetings, url }: MailFacts['bdm_brief']): Mail {
  const title = `${shortDayName(day)}: ${countOf(meetings.length, 'meeting')}`
  const parts = meetings.map((meeting) => ({
    id: meeting.id,
    title: oneLine(
      [personTime(meeting, zone), [meeting.name, meeting.company].filter(Boolean).join(', ')].join(' · '),
    ),
    lines: briefFacts(meeting).map(({ label, value }) => oneLine(`${label}: ${value}`)),
  }))
  return {
    subject: `Your meetings on ${title}`,
    preview: parts.map((part) => part.title).join('; '),
    body: (
      <>
        <Title>{title}</Title>
        <Text>{greeting(name)}</Text>
        {parts.map((part) => (
          <Section key={part.id} title={part.title}>
            <MailList items={part.lines} />
          </Section>
        ))}
        <Action href={url}>{OPEN}</Action>
      </>
    ),
    text: [
      greeting(name),
      ...parts.map((part) => `${part.title}\n${part.lines.map((line) => `- ${line}`).join('\n')}`),
      `${OPEN}:\n${url}`,
    ],
  }
}
