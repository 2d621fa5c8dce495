import type { Lender, MailFacts } from '#contract/pages.ts'
import { letter } from './letter.tsx'
import type { Mail } from './mail.ts'

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
