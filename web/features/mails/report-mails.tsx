import type { ReactElement } from 'react'
import type { WeekFigures, WeeklyReport } from '#contract/dashboard/reports.ts'
import type { Lender, MailFacts } from '#contract/microsites/pages.ts'
import { placeName } from '#web/features/analytics/best-hours.ts'
import { costText, eachCost } from '#web/features/analytics/costs.ts'
import { ABSENT, countOf, formatDecimal, formatNumber, formatPercent } from '#web/lib/format.ts'
import { FigureTable, MailList, Section } from './figures.tsx'
import { greeting, type Mail, oneLine } from './mail.ts'
import { Action, MailLink, Remark, Text, Title } from './parts.tsx'

/** One figure of both weeks. */
type Row = [name: string, now: string, before: string]

const TITLE = 'Last week’s figures'
const OPEN = 'Open these days in Analytics'
const WHY = 'You get this email because you switched it on.'
const STOP = 'Stop the Monday email'
const TASKS = 'Open the tasks'

/** To subscribers, on Mondays. */
export function weeklyReport(_lender: Lender, facts: MailFacts['weekly_report']): Mail {
  const { current, previous, url, tasksUrl, unsubscribeUrl } = facts
  const week = oneLine(facts.week)
  const idle = current.calls === 0
  const rows = idle ? [] : rowsOf(current, previous)
  const intro = idle ? emptyText(facts, week) : `${week}, compared with the week before.`
  const campaigns = [...facts.campaigns.map(campaignText), ...moreText(facts.moreCampaigns)]
  const hour = idle ? null : hourText(facts)
  const changes = [
    // a register that was imported twice on a day is listed once
    ...new Set(facts.changes.map(({ day, text }) => `${oneLine(day)}: ${oneLine(text)}`)),
    ...moreText(facts.moreChanges),
  ]
  const tasks = facts.tasks.map(taskText)
  const waiting = tasksText(facts.tasks)
  const headline = `${countOf(current.calls, 'call')}, ${countOf(current.meetings, 'meeting')}`
  return {
    subject: idle ? `${week}: no calls` : `${week}: ${headline}`,
    preview: idle ? intro : `${headline}, response rate ${formatPercent(current.responseRate)}`,
    body: (
      <>
        <Title>{TITLE}</Title>
        <Text>{greeting(facts.name)}</Text>
        <Text>{intro}</Text>
        {rows.length > 0 && <FigureTable columns={['Last week', 'Week before']} rows={rows} />}
        {campaigns.length > 0 && (
          <Section title="Campaigns">
            <MailList items={campaigns} />
          </Section>
        )}
        {hour && (
          <Section title="Best hour">
            <Text>{hour}</Text>
          </Section>
        )}
        {changes.length > 0 && (
          <Section title="Changes in this week">
            <MailList items={changes} />
          </Section>
        )}
        {tasks.length > 0 && (
          <Section title="What needs someone">
            <Text>
              {waiting} <MailLink href={tasksUrl}>{TASKS}</MailLink>
            </Text>
            <MailList items={tasks} />
          </Section>
        )}
        <Action href={url}>{OPEN}</Action>
        <StopRemark href={unsubscribeUrl} />
      </>
    ),
    text: [
      greeting(facts.name),
      intro,
      ...paragraphs(null, rows.length > 0 ? rows.map(rowText) : []),
      ...paragraphs('Campaigns', campaigns.map(listed)),
      ...paragraphs('Best hour', hour ? [hour] : []),
      ...paragraphs('Changes in this week', changes.map(listed)),
      ...paragraphs('What needs someone', tasks.length > 0 ? [waiting, ...tasks.map(listed)] : []),
      tasks.length > 0 ? `${TASKS}:\n${tasksUrl}` : null,
      `${OPEN}:\n${url}`,
      `${WHY} ${STOP}:\n${unsubscribeUrl}`,
    ],
  }
}

function StopRemark({ href }: { href: string }): ReactElement {
  return (
    <Remark>
      {WHY} <MailLink href={href}>{STOP}</MailLink>
    </Remark>
  )
}

const listed = (item: string): string => `- ${item}`
const rowText = ([name, now, before]: Row): string => `${name}: ${now} (the week before: ${before})`
const paragraphs = (title: string | null, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [[...(title ? [title] : []), ...lines].join('\n')]
const moreText = (more: number): string[] => (more > 0 ? [`and ${formatNumber(more)} more`] : [])

function rowsOf(current: WeekFigures, previous: WeekFigures): Row[] {
  const row = (name: string, of: (week: WeekFigures) => string): Row => [name, of(current), of(previous)]
  const counted = (name: string, key: 'calls' | 'reached' | 'meetings' | 'applications') =>
    row(name, (week) => formatNumber(week[key]))
  // amounts in several currencies are not divided
  const each = (name: string, count: (week: WeekFigures) => number) =>
    row(name, (week) => {
      const [only] = week.cost
      return only && week.cost.length === 1 ? eachCost(only, count(week)) : ABSENT
    })
  const rows = [
    counted('Calls', 'calls'),
    counted('Answered by a person', 'reached'),
    row('Response rate', ({ responseRate }) => formatPercent(responseRate)),
    counted('Meetings', 'meetings'),
    counted('Accreditations', 'applications'),
    row('Cost of calls', ({ cost }) => costText(cost)),
  ]
  const costs = [
    each('Cost of a call', ({ cost }) => cost[0]?.calls ?? 0),
    each('Cost of a meeting', ({ meetings }) => meetings),
    each('Cost of an accreditation', ({ applications }) => applications),
  ]
  return [...rows, ...costs.filter(([, now, before]) => now !== ABSENT || before !== ABSENT)]
}

/** A week without calls in one sentence, with its meetings and accreditations. */
function emptyText({ current, previous }: WeeklyReport, week: string): string {
  const { meetings, applications } = current
  const came = [
    ...(meetings > 0 ? [countOf(meetings, 'meeting')] : []),
    ...(applications > 0 ? [countOf(applications, 'accreditation')] : []),
  ]
  const before = previous.calls > 0 ? ` (the week before: ${formatNumber(previous.calls)})` : ''
  const still = came.length > 0 ? `; ${came.join(' and ')} came in all the same` : ''
  return `No calls were made from ${week}${before}${still}.`
}

type Campaign = WeeklyReport['campaigns'][number]

function campaignText({ label, calls, share, difference }: Campaign): string {
  const rate = share ? `${formatPercent(share.rate)} responded` : 'none has ended yet'
  const verdict = difference ? ` ${verdictText(difference)}` : ''
  return `${oneLine(label ?? 'A campaign that is gone')}: ${countOf(calls, 'call')}, ${rate}.${verdict}`
}

/** The difference from all other campaigns in a sentence. */
function verdictText({ points, low, high, verdict }: NonNullable<Campaign['difference']>): string {
  if (verdict === 'too_few') return 'Too few calls to tell whether it differs from the others.'
  if (verdict === 'no_difference') return 'No clear difference from the others.'
  const [least, most] = [low, high].map(Math.abs).toSorted((a, b) => a - b)
  const between = `between ${formatDecimal(least ?? 0)} and ${formatDecimal(most ?? 0)}`
  return `That is ${formatDecimal(Math.abs(points))} points ${verdict} than the others (${between}).`
}

function hourText({ hours: { best, overall } }: WeeklyReport): string | null {
  if (!overall) return null
  const usual = `${formatPercent(overall.rate)} of all calls were answered by a person`
  if (!best) return `${usual}. No hour is clearly better than the others.`
  const { rate, low, high } = best.share
  return `${placeName(best)} in the broker’s local time: a person answered ${formatPercent(rate)} of ${countOf(best.calls, 'call')}, with 95% certainty between ${formatPercent(low)} and ${formatPercent(high)}. In the whole week ${usual}.`
}

type Task = WeeklyReport['tasks'][number]

const overdueText = (overdue: number): string => (overdue > 0 ? `, ${formatNumber(overdue)} overdue` : '')
const taskText = ({ what, open, overdue }: Task): string =>
  `${oneLine(what)}: ${formatNumber(open)}${overdueText(overdue)}`

function tasksText(tasks: readonly Task[]): string {
  const sum = (name: 'open' | 'overdue') => tasks.reduce((total, task) => total + task[name], 0)
  return `${countOf(sum('open'), 'open task')}${overdueText(sum('overdue'))}.`
}
