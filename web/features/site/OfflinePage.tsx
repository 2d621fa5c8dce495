import type { ReactElement } from 'react'
import type { OfflinePageFacts } from '#contract/microsites/pages.ts'
import { Button } from './ui/Button.tsx'
import { Container, PageHeading } from './ui/Container.tsx'

/** Shown by the service worker at the address of a page that cannot be loaded; web/public/offline.js reloads it. */
export function OfflinePage({ lender }: OfflinePageFacts): ReactElement {
  return (
    <Container width="text" className="py-16 sm:py-24">
      <PageHeading title="No connection">
        <p>{lender.name} cannot be reached. Check the internet connection of this device.</p>
        <p>
          The page opens again when the connection is back. Text that you have typed is kept in this tab:
          leave it open.
        </p>
      </PageHeading>
      <Button id="try-again" variant="primary">
        Try again
      </Button>
      <script src="/offline.js" defer />
    </Container>
  )
}
