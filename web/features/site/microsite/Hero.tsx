import { ArrowDown } from 'lucide-react'
import type { ReactElement } from 'react'
import type { MicrositeContent } from '#contract/microsites/microsites.ts'
import type { OfferFacts } from '#contract/microsites/pages.ts'
import { cx } from '#web/ui/cx.ts'
import { RatePanel, ratedOffer } from '../Rate.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { Container } from '../ui/Container.tsx'
import { HeroWaysOn } from './WaysOn.tsx'

interface HeroProps {
  content: MicrositeContent
  offer: OfferFacts | null
  /** There are features to scroll to. */
  leadsOn: boolean
  /** This page's address. */
  page: string
  carried: string
}

/** Title, subtitle, the rate, and the button that scrolls to the features. */
export function Hero({ content, offer, leadsOn, page, carried }: HeroProps): ReactElement {
  const rated = ratedOffer(offer)
  return (
    <section aria-labelledby="title" className="bg-surface">
      <Container
        className={cx(
          'grid gap-10 py-12 sm:py-20 lg:gap-16 lg:py-24',
          rated && 'lg:grid-cols-[7fr_5fr] lg:items-center',
        )}
      >
        <div>
          {content.productName && (
            <p className="mb-3 text-sm font-semibold text-link">{content.productName}</p>
          )}
          <h1 id="title" className="max-w-[18ch] text-display font-semibold">
            {content.heroTitle}
          </h1>
          {content.heroSubtitle && (
            <p className="mt-5 max-w-[52ch] whitespace-pre-line text-ink-soft">{content.heroSubtitle}</p>
          )}
          {leadsOn && content.heroButtonText && (
            <ButtonLink variant="primary" href="#features" className="mt-8 max-sm:w-full print:hidden">
              {content.heroButtonText}
              <ArrowDown aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
            </ButtonLink>
          )}
          <HeroWaysOn content={content} page={page} carried={carried} />
        </div>
        {rated && <RatePanel offer={rated} />}
      </Container>
    </section>
  )
}
