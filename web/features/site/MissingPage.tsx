import type { ReactElement } from 'react'
import type { MissingPageFacts } from '#contract/microsites/pages.ts'
import { telephone } from './SiteHeader.tsx'
import { ButtonLink } from './ui/Button.tsx'
import { Container, PageHeading } from './ui/Container.tsx'

const PLACES = [
  { href: '/booking', label: 'Book a meeting' },
  { href: '/accreditation', label: 'Apply for accreditation' },
  { href: '/broker-portal', label: 'Broker Portal' },
  { href: '/', label: 'Staff sign-in' },
]

/** The not-found page, with a contact and links. */
export function MissingPage({ title, text, lender }: MissingPageFacts): ReactElement {
  return (
    <Container width="text" className="py-16 sm:py-24">
      <PageHeading title={title}>
        <p>{text}</p>
      </PageHeading>
      {lender.contactPhone && (
        <ButtonLink href={telephone(lender.contactPhone)}>
          Call {lender.name} on {lender.contactPhone}
        </ButtonLink>
      )}
      <nav aria-label="Where to go from here" className="mt-8 border-t border-line pt-4">
        <ul className="flex flex-wrap gap-x-6">
          {PLACES.map(({ href, label }) => (
            <li key={href}>
              <a
                href={href}
                className="link inline-flex min-h-11 items-center font-medium underline-offset-4"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </Container>
  )
}
