import type { ReactElement } from 'react'
import type { MissingPageFacts } from '#contract/pages.ts'
import { telephone } from './SiteHeader.tsx'
import { ButtonLink } from './ui/Button.tsx'
import { Container, PageHeading } from './ui/Container.tsx'

/** The not-found page, with a contact. */
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
    </Container>
  )
}
