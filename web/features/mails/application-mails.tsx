import type { Lender, MailFacts } from '#contract/microsites/pages.ts'
import { contestRemark } from './contest-mails.tsx'
import { letter } from './letter.tsx'
import { greeting, type Mail, oneLine, quoted } from './mail.ts'
import { Action, Quote, Remark, Text, Title } from './parts.tsx'

export function draftSaved(lender: Lender, facts: MailFacts['draft_saved']): Mail {
  const said = `We keep your accreditation application for ${oneLine(lender.name)}, with the files you added, until ${oneLine(facts.expires)}. You can continue it on any device.`
  const care = 'Anyone with this link can see and change the draft: do not share it.'
  return {
    subject: 'Your accreditation draft is saved',
    preview: `Continue it until ${facts.expires}.`,
    body: (
      <>
        <Title>Your draft is saved</Title>
        <Text>{greeting(facts.firstName)}</Text>
        <Text>{said}</Text>
        <Action href={facts.resumeUrl}>Continue the application</Action>
        <Remark>{care}</Remark>
      </>
    ),
    text: [greeting(facts.firstName), said, `Continue the application:\n${facts.resumeUrl}`, care],
  }
}

export function applicationReceived(lender: Lender, facts: MailFacts['application_received']): Mail {
  const said = `Thank you for applying to become an accredited broker of ${oneLine(lender.name)}. We have everything we need for now.`
  const next =
    'A reviewer will check your details and files next. We’ll email you when there is a decision or we need more information.'
  return {
    subject: 'We have your accreditation application',
    preview: 'A reviewer will look at it next.',
    body: (
      <>
        <Title>We have your application</Title>
        <Text>{greeting(facts.firstName)}</Text>
        <Text>{said}</Text>
        <Text>{next}</Text>
        <Action href={facts.statusUrl}>See its progress</Action>
      </>
    ),
    text: [greeting(facts.firstName), said, next, `See its progress:\n${facts.statusUrl}`],
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

/** Approved, and not accredited yet: same wording as portal and staff pages. */
function approvedWithOutstanding(lender: string, facts: MailFacts['application_decided']): Mail {
  const count = facts.outstanding.length
  const documents = count === 1 ? 'one more document' : `${count} more documents`
  return letter({
    subject: 'Your accreditation application was approved',
    title: 'Your application is approved',
    name: facts.firstName,
    said: [
      `Welcome to ${lender}. Before you can submit loans we need ${documents}. Upload them in the broker portal, where you sign in or register with this email address.`,
    ],
    list: facts.outstanding,
    quote: facts.reason ? { title: 'A note from the reviewer', text: facts.reason } : null,
    action: { href: facts.portalUrl, label: 'Upload your documents' },
    remark: `The progress of your application: ${facts.url}. ${contestRemark(facts)}`,
  })
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
      subject: 'Your accreditation application needs more information',
      title: 'We need more information',
      said: 'A reviewer has looked at your application and needs more information. What you sent is kept: add what is missing and submit it again.',
      reasonTitle: 'The reviewer’s request',
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
  const name = oneLine(lender.name)
  if (facts.status === 'approved' && facts.outstanding.length > 0) return approvedWithOutstanding(name, facts)
  const { subject, title, said, reasonTitle, action } = decisionWords(facts.status, name)
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
        <Remark>{contestRemark(facts)}</Remark>
      </>
    ),
    text: [
      greeting(facts.firstName),
      said,
      facts.reason && `${reasonTitle}:\n${quoted(facts.reason)}`,
      `${action}:\n${facts.url}`,
      contestRemark(facts),
    ],
  }
}
