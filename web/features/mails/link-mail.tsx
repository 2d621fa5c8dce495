import type { Lender, MailFacts } from '#contract/microsites/pages.ts'
import { letter } from './letter.tsx'
import { type Mail, oneLine } from './mail.ts'

/** A link that somebody asked for in a call, for a number that cannot receive text messages. */
export function linkRequested(lender: Lender, facts: MailFacts['link_requested']): Mail {
  const from = oneLine(lender.name)
  if (facts.what === 'accreditation') {
    return letter({
      subject: `The accreditation form of ${from}`,
      title: 'The form you asked for',
      name: facts.name,
      said: [
        `In our call you asked to start your accreditation with ${from}. Here is the form. You can save it and go on later.`,
      ],
      action: { href: facts.url, label: 'Open the form' },
    })
  }
  if (facts.what === 'meeting') {
    return letter({
      subject: `Choose a time to meet ${from}`,
      title: 'Choose a time that suits you',
      name: facts.name,
      said: [`In our call you asked ${from} for a meeting. No time is booked yet: choose one here.`],
      action: { href: facts.url, label: 'Choose a time' },
    })
  }
  const product = oneLine(facts.product)
  return letter({
    subject: `${product}: the link you asked for`,
    title: 'The link you asked for',
    name: facts.name,
    said: [
      `In our call you asked ${from} for the details of ${product}: what it offers, what it costs and the conditions.`,
    ],
    action: { href: facts.url, label: 'See the offer' },
    ...(facts.decisionsUrl && {
      remark: `A computer program decided that you may be called. See why, and contest it: ${facts.decisionsUrl}`,
    }),
  })
}
