import type { ReactElement } from 'react'
import type { UnsubscribePageFacts } from '#contract/microsites/pages.ts'
import { Button, ButtonLink } from './ui/Button.tsx'
import { Container, PageHeading } from './ui/Container.tsx'

export const unsubscribeTitles: Record<UnsubscribePageFacts['state'], string> = {
  asks: 'Stop the Monday email?',
  stopped: 'You no longer get the Monday email',
}

/**
 * Unsubscribes by a button, because mail scanners open every link; without a script, so that it works in any mail
 * program's browser.
 */
export function UnsubscribePage({ state, analyticsUrl }: UnsubscribePageFacts): ReactElement {
  return (
    <Container width="text" className="py-16 sm:py-24">
      <PageHeading title={unsubscribeTitles[state]}>
        <p>
          {state === 'asks'
            ? 'It brings you last week’s figures of the calls every Monday. Once you stop it, no more are sent.'
            : 'Nothing else has changed. You can switch it on again in Analytics, once you are signed in.'}
        </p>
      </PageHeading>
      {state === 'asks' ? (
        // to this very address
        <form method="post">
          <Button type="submit" variant="primary" className="max-sm:w-full">
            Stop the email
          </Button>
        </form>
      ) : (
        <ButtonLink href={analyticsUrl} className="max-sm:w-full">
          Open Analytics
        </ButtonLink>
      )}
    </Container>
  )
}
