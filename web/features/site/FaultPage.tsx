import type { ReactElement } from 'react'
import type { FaultPageFacts } from '#contract/microsites/pages.ts'
import { ButtonLink } from './ui/Button.tsx'
import { Container, PageHeading } from './ui/Container.tsx'

/** Explains why the page cannot be shown now; its link reloads the same address. */
export function FaultPage({ title, text }: FaultPageFacts): ReactElement {
  return (
    <Container width="text" className="py-16 sm:py-24">
      <PageHeading title={title}>
        <p>{text}</p>
      </PageHeading>
      <ButtonLink href="" variant="primary">
        Try again
      </ButtonLink>
    </Container>
  )
}
