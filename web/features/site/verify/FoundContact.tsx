import type { ReactElement, ReactNode } from 'react'
import type { Lender } from '#contract/microsites/pages.ts'
import type { ContactAbout, VerifyState } from '#contract/microsites/verify-page.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatAbn } from '#web/lib/format.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Card, FactList } from '../ui/Container.tsx'
import { Notice } from '../ui/Notice.tsx'

type Found = Extract<VerifyState, { kind: 'found' }>

const SYDNEY = 'Australia/Sydney'

const reasons: Record<ContactAbout, (product: string | null) => string> = {
  offer: (product) =>
    product ? `An offer for mortgage brokers: ${product}` : 'An offer for mortgage brokers',
  link: (product) => (product ? `The link that you asked for: ${product}` : 'The link that you asked for'),
  meeting: () => 'Your meeting with a business development manager',
  application: () => 'Your accreditation application',
}

interface FoundContactProps {
  state: Found
  lender: Lender
  /** How to complain about it. */
  children: ReactNode
}

/** Time, reason and lender of a call or message, and how to stop further ones. */
export function FoundContact({ state, lender, children }: FoundContactProps): ReactElement {
  const { contact, to, from, at, about, product, zone } = state
  const legalName = lender.legalName || lender.name
  return (
    <div className="flex flex-col gap-8">
      <Notice
        tone="success"
        title={contact === 'call' ? 'Yes, we called you' : 'Yes, we sent you this text message'}
      />
      <Card>
        <FactList
          facts={[
            // always with the year: the page may be read much later
            ['When', formatDateTime(at, { timeZone: zone ?? SYDNEY, now: 0 })],
            ['To', to],
            ...(from ? [['From', from] satisfies [string, string]] : []),
            ['About', reasons[about](product)],
            ['Lender', lender.abn ? `${legalName}, ABN ${formatAbn(lender.abn)}` : legalName],
          ]}
        />
      </Card>
      <div>
        <h2 className="text-title font-semibold">To stop our calls and messages</h2>
        <p className="mt-2 max-w-prose text-ink-soft">
          Say stop or press 4 during a call, or reply STOP to a text message.
          {lender.contactPhone && ` You can also call us on ${lender.contactPhone}.`}
        </p>
      </div>
      {children}
      <ButtonLink href="/verify" className="max-sm:w-full sm:self-start">
        Check another call or message
      </ButtonLink>
    </div>
  )
}
