import { monthName } from '#contract/calendar.ts'
import type { Lender, MailFacts } from '#contract/microsites/pages.ts'
import { contestRemark } from './contest-mails.tsx'
import { letter } from './letter.tsx'
import { type Mail, oneLine } from './mail.ts'

const OPEN = 'Open my documents'

export function documentDecided(lender: Lender, facts: MailFacts['document_decided']): Mail {
  const type = oneLine(facts.typeName)
  if (facts.status === 'approved') {
    const until = facts.expires && ` It is valid until ${oneLine(facts.expires)}; we remind you before.`
    return letter({
      subject: `Approved: ${type}`,
      title: 'Your document was approved',
      name: facts.name,
      said: [`${oneLine(lender.name)} has approved your document "${type}".${until ?? ''}`],
      action: { href: facts.portalUrl, label: OPEN },
    })
  }
  return letter({
    subject: `Please upload again: ${type}`,
    title: 'Your document was not accepted',
    name: facts.name,
    said: [
      `${oneLine(lender.name)} could not accept your document "${type}". Please upload it again; what you sent is kept beside it.`,
    ],
    quote: facts.reason ? { title: 'Reason', text: facts.reason } : null,
    action: { href: facts.portalUrl, label: 'Upload again' },
  })
}

export function documentAsked(lender: Lender, facts: MailFacts['document_asked']): Mail {
  const type = oneLine(facts.typeName)
  return letter({
    subject: `Please upload: ${type}`,
    title: 'We need a document from you',
    name: facts.name,
    said: [`${oneLine(lender.name)} asks you to upload "${type}".`],
    quote: { title: 'The reviewer’s request', text: facts.note },
    action: { href: facts.portalUrl, label: OPEN },
  })
}

export function documentRequired(lender: Lender, facts: MailFacts['document_required']): Mail {
  const [type, from, name] = [oneLine(facts.typeName), oneLine(facts.from), oneLine(lender.name)]
  return letter({
    subject: `Required from ${from}: ${type}`,
    title: 'One more document for your accreditation',
    name: facts.name,
    said: [
      `From ${from} on ${name} needs "${type}" of every accredited broker. Upload it before then, and your accreditation goes on without a break.`,
    ],
    action: { href: facts.portalUrl, label: OPEN },
  })
}

export function documentExpiring(lender: Lender, facts: MailFacts['document_expiring']): Mail {
  const type = oneLine(facts.typeName)
  const when = ['today', 'tomorrow'][facts.daysLeft] ?? `in ${facts.daysLeft} days`
  return letter({
    subject: `Expires ${when}: ${type}`,
    title: `A document expires ${when}`,
    name: facts.name,
    said: [
      `Your document "${type}" is valid until ${oneLine(facts.expires)}. Upload the new one in time to keep your accreditation with ${oneLine(lender.name)}. The current one counts until its last day.`,
    ],
    action: { href: facts.portalUrl, label: 'Upload the new one' },
  })
}

export function documentExpired(lender: Lender, facts: MailFacts['document_expired']): Mail {
  const type = oneLine(facts.typeName)
  const next = facts.renewalWaits
    ? 'The new one you uploaded is being reviewed; it counts once approved.'
    : 'Please upload the current one.'
  return letter({
    subject: `Expired: ${type}`,
    title: 'A document has expired',
    name: facts.name,
    said: [
      `Your document "${type}" expired on ${oneLine(facts.expires)} and no longer counts for your accreditation with ${oneLine(lender.name)}. ${next}`,
    ],
    action: facts.renewalWaits
      ? { href: facts.portalUrl, label: OPEN }
      : { href: facts.portalUrl, label: 'Upload the new one' },
    remark: contestRemark(facts),
  })
}

export function documentsExpiringStaff(_lender: Lender, facts: MailFacts['documents_expiring_staff']): Mail {
  const total = facts.documents.length + facts.more
  const count = total === 1 ? '1 document expires' : `${total} documents expire`
  const rest = facts.more > 0 ? [`and ${facts.more} more`] : []
  return letter({
    subject: `${count} soon`,
    title: `${count} soon`,
    name: '',
    said: ['The brokers have been reminded.'],
    list: [
      ...facts.documents.map(({ broker, typeName, expires }) => `${broker}: ${typeName}, until ${expires}`),
      ...rest,
    ],
    action: { href: facts.url, label: 'See expiring documents' },
  })
}

export function accreditationChanged(lender: Lender, facts: MailFacts['accreditation_changed']): Mail {
  const name = oneLine(lender.name)
  if (facts.status === 'accredited') {
    return letter({
      subject: `You are accredited with ${name}`,
      title: 'You are accredited',
      name: facts.name,
      said: [`All required documents are approved: you are an accredited broker of ${name}.`],
      action: { href: facts.portalUrl, label: 'Open the broker portal' },
    })
  }
  return letter({
    subject: `Your accreditation with ${name} has lapsed`,
    title: 'Your accreditation has lapsed',
    name: facts.name,
    said: [
      'A required document no longer counts. Your accreditation resumes as soon as the new one is approved.',
    ],
    list: facts.missing,
    action: { href: facts.portalUrl, label: OPEN },
    remark: contestRemark(facts),
  })
}

export function appealAnswered(lender: Lender, facts: MailFacts['appeal_answered']): Mail {
  const title = `Your appeal about ${monthName(facts.month)} was ${facts.outcome}`
  return letter({
    subject: title,
    title,
    name: facts.name,
    said: [`A person at ${oneLine(lender.name)} has looked at your score again.`],
    quote: { title: 'The answer', text: facts.answer },
    action: { href: facts.portalUrl, label: 'Open my score' },
  })
}
