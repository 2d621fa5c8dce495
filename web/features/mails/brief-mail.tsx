import type { Lender, MailFacts } from '#contract/microsites/pages.ts'
import { countOf } from '#web/lib/format.ts'
import { MailList, Section } from './figures.tsx'
import { greeting, type Mail, oneLine } from './mail.ts'
import { Action, Text, Title } from './parts.tsx'

const OPEN = 'Open the brief to print it'

/** To a BDM, in the morning of a day with meetings. */
export function bdmBrief(_lender: Lender, { name, day, meetings, url }: MailFacts['bdm_brief']): Mail {
  const title = `${oneLine(day)}: ${countOf(meetings.length, 'meeting')}`
  const parts = meetings.map((meeting) => ({
    title: oneLine(meeting.title),
    lines: meeting.facts.map(({ label, value }) => oneLine(`${label}: ${value}`)),
  }))
  return {
    subject: `Your meetings on ${title}`,
    preview: parts.map((part) => part.title).join('; '),
    body: (
      <>
        <Title>{title}</Title>
        <Text>{greeting(name)}</Text>
        {parts.map((part) => (
          <Section key={part.title} title={part.title}>
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
