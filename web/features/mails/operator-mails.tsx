import type { Lender, MailFacts } from '#contract/microsites/pages.ts'
import { formatNumber } from '#web/lib/format.ts'
import { letter } from './letter.tsx'
import { type Mail, oneLine } from './mail.ts'

/** To subscribers, in the morning. */
export function tasksDigest(_lender: Lender, facts: MailFacts['tasks_digest']): Mail {
  const total = facts.tasks.length + facts.more
  const title = total === 1 ? '1 open task' : `${total} open tasks`
  return letter({
    subject: title,
    title,
    name: '',
    said: ['They are assigned to you, or unassigned.'],
    list: [
      ...facts.tasks.map(
        ({ what, who, overdue }) => `${what}${who && `: ${oneLine(who)}`}${overdue ? ' (overdue)' : ''}`,
      ),
      ...(facts.more > 0 ? [`and ${facts.more} more`] : []),
    ],
    action: { href: facts.url, label: 'Open the tasks' },
  })
}

/** To reviewers, one mail for all findings of a check. */
export function complianceAlert(_lender: Lender, facts: MailFacts['compliance_alert']): Mail {
  const total = facts.brokers.length + facts.more
  const title =
    total === 1 ? '1 broker needs a compliance review' : `${total} brokers need a compliance review`
  return letter({
    subject: title,
    title,
    name: '',
    said: [
      'The registers say something new about them. High risks are not called until somebody has looked.',
    ],
    list: [
      ...facts.brokers.map(({ name, what, risk }) => `${oneLine(name)}: ${oneLine(what)} (risk ${risk})`),
      ...(facts.more > 0 ? [`and ${facts.more} more`] : []),
    ],
    action: { href: facts.url, label: 'Open surveillance' },
  })
}

/** To staff who handle it, e.g. a register, feed or calendar that cannot be read, or a form that cannot be submitted. */
export function staffReport(_lender: Lender, facts: MailFacts['staff_report']): Mail {
  return letter({
    subject: oneLine(facts.title),
    title: oneLine(facts.title),
    name: '',
    said: [oneLine(facts.details)],
    list: [
      ...facts.lines.map((line) => oneLine(line)),
      ...(facts.more > 0 ? [`and ${formatNumber(facts.more)} more`] : []),
    ],
    action: { href: facts.url, label: facts.label },
  })
}

/** To admins, once for each standstill. */
export function standstill(_lender: Lender, facts: MailFacts['standstill']): Mail {
  return letter({
    subject: 'Brokerline stands still while calls are due',
    title: 'Brokerline stands still while calls are due',
    name: '',
    said: [
      'For five minutes nothing has moved. Nobody is called twice, and nothing is lost: it goes on as soon as the cause is gone.',
    ],
    list: [...facts.sentences],
    action: { href: facts.url, label: 'Open the settings' },
  })
}
