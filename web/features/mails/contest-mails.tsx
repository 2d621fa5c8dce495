import { complaintStatusLabels } from '#contract/contests/complaints.ts'
import type { Lender, MailFacts } from '#contract/microsites/pages.ts'
import { letter } from './letter.tsx'
import { type Mail, oneLine } from './mail.ts'

const OPEN = 'See the decisions about you'

/** At the end of mails about a decision that a program made. */
export const contestRemark = ({ decisionsUrl }: { decisionsUrl: string }): string =>
  `A computer program made or prepared this decision. See it with its rule, and contest it: ${decisionsUrl}`

export function contestReceived(lender: Lender, facts: MailFacts['contest_received']): Mail {
  return letter({
    subject: 'We have your contest of a decision',
    title: 'We have your contest',
    name: facts.name,
    said: [
      `You contested this decision: ${oneLine(facts.decision)}`,
      `A person at ${oneLine(lender.name)} looks at it again and answers you, with reasons, by ${oneLine(facts.by)}.`,
    ],
    action: { href: facts.url, label: OPEN },
  })
}

const outcomes: Record<MailFacts['contest_answered']['outcome'], { title: string; said: string }> = {
  upheld: { title: 'The decision stays as it is', said: 'A person has looked at it again and upholds it.' },
  changed: { title: 'The decision is changed', said: 'A person has looked at it again: you were right.' },
  withdrawn: { title: 'Your contest is closed', said: 'It is recorded as withdrawn.' },
}

export function contestAnswered(lender: Lender, facts: MailFacts['contest_answered']): Mail {
  const { title, said } = outcomes[facts.outcome]
  return letter({
    subject: `Your contest of a decision: ${title.toLowerCase()}`,
    title,
    name: facts.name,
    said: [`You contested this decision: ${oneLine(facts.decision)}`, said],
    quote: { title: `The reasons of ${oneLine(lender.name)}`, text: facts.answer },
    action: { href: facts.url, label: OPEN },
  })
}

export function decisionsLink(lender: Lender, facts: MailFacts['decisions_link']): Mail {
  return letter({
    subject: 'The decisions of our programs about you',
    title: 'Decisions about you',
    name: facts.name,
    said: [
      `Some decisions at ${oneLine(lender.name)} are made or prepared by computer programs. The link shows those about you, with their rules and the data used, and lets you contest each of them.`,
      'Whoever has the link sees them: do not hand it on.',
    ],
    action: { href: facts.url, label: OPEN },
  })
}

export function complaintReceived(lender: Lender, facts: MailFacts['complaint_received']): Mail {
  return letter({
    subject: `We have your complaint, no. ${facts.number}`,
    title: 'We have your complaint',
    name: facts.name,
    said: [
      `${oneLine(lender.name)} has received a complaint about a call with this email address. Its number is ${facts.number}.`,
      `A person looks into it and answers you by ${oneLine(facts.by)}.`,
    ],
    remark: 'You did not complain? Then somebody mistyped their address, and you need not do anything.',
  })
}

export function complaintAnswered(lender: Lender, facts: MailFacts['complaint_answered']): Mail {
  const outcome = complaintStatusLabels[facts.outcome].toLowerCase()
  return letter({
    subject: `Your complaint no. ${facts.number}: ${outcome}`,
    title: `Your complaint is ${outcome}`,
    name: facts.name,
    said: [`A person at ${oneLine(lender.name)} has looked into your complaint about a call.`],
    quote: { title: 'The answer', text: facts.answer },
  })
}
