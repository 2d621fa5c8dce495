import type { Lender, MailFacts } from '#contract/pages.ts'
import { greeting, type Mail, oneLine, quoted } from './mail.ts'
import { Action, Quote, Remark, Text, Title } from './parts.tsx'

export function draftSaved(lender: Lender, facts: MailFacts['draft_saved']): Mail {
  const said = `We keep your accreditation application for ${oneLine(lender.name)}, with the files you added, until ${oneLine(facts.expires)}. You can go on with it from any device.`
  const care = 'Whoever has this link can see and change the draft: do not pass it on.'
  return {
    subject: 'Your accreditation draft is saved',
    preview: `Go on with it until ${facts.expires}.`,
    body: (
      <>
        <Title>Your draft is saved</Title>
        <Text>{greeting(facts.firstName)}</Text>
        <Text>{said}</Text>
        <Action href={facts.resumeUrl}>Go on with the application</Action>
        <Remark>{care}</Remark>
      </>
    ),
    text: [greeting(facts.firstName), said, `Go on with the application:\n${facts.resumeUrl}`, care],
  }
}

export function applicationReceived(lender: Lender, facts: MailFacts['application_received']): Mail {
  const said = `Thank you for applying to become an accredited broker of ${oneLine(lender.name)}. We have everything we need for now.`
  const next =
    'A reviewer checks your details and files next. We write to you when there is a decision, or when we need something more.'
  return {
    subject: 'We have your accreditation application',
    preview: 'A reviewer looks at it next.',
    body: (
      <>
        <Title>We have your application</Title>
        <Text>{greeting(facts.firstName)}</Text>
        <Text>{said}</Text>
        <Text>{next}</Text>
        <Action href={facts.statusUrl}>See how far it has come</Action>
      </>
    ),
    text: [greeting(facts.firstName), said, next, `See how far it has come:\n${facts.statusUrl}`],
  }
}

type Decision = MailFacts['application_decided']['status']

interface DecisionWords {
  subject: string
  title: string
  said: string
  reasonTitle: string
  action: string
}

function decisionWords(status: Decision, lender: string): DecisionWords {
  const words: Record<Decision, DecisionWords> = {
    approved: {
      subject: `You are accredited with ${lender}`,
      title: 'You are accredited',
      said: `Your application was approved. Welcome to ${lender}: you can submit loans from now on.`,
      reasonTitle: 'A note from the reviewer',
      action: 'See your application',
    },
    info_requested: {
      subject: 'Your accreditation application needs something more',
      title: 'We need something more',
      said: 'A reviewer has looked at your application and asks for something more. What you sent is kept: add what is missing and submit it again.',
      reasonTitle: 'What the reviewer asks for',
      action: 'Add what is missing',
    },
    declined: {
      subject: 'Your accreditation application was declined',
      title: 'Your application was declined',
      said: `Thank you for applying to ${lender}. This time the application was not successful.`,
      reasonTitle: 'Reason',
      action: 'See your application',
    },
  }
  return words[status]
}

export function applicationDecided(lender: Lender, facts: MailFacts['application_decided']): Mail {
  const { subject, title, said, reasonTitle, action } = decisionWords(facts.status, oneLine(lender.name))
  return {
    subject,
    preview: facts.reason || said,
    body: (
      <>
        <Title>{title}</Title>
        <Text>{greeting(facts.firstName)}</Text>
        <Text>{said}</Text>
        {facts.reason && <Quote title={reasonTitle}>{facts.reason}</Quote>}
        <Action href={facts.url}>{action}</Action>
      </>
    ),
    text: [
      greeting(facts.firstName),
      said,
      facts.reason && `${reasonTitle}:\n${quoted(facts.reason)}`,
      `${action}:\n${facts.url}`,
    ],
  }
}
