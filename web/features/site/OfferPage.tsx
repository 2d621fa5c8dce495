import type { ReactElement } from 'react'
import type { OfferPageFacts } from '#contract/microsites/pages.ts'
import { cx } from '#web/ui/cx.ts'
import { siteLink } from './links.ts'
import { RatePanel, ratedOffer } from './Rate.tsx'
import { telephone } from './SiteHeader.tsx'
import { ButtonLink } from './ui/Button.tsx'
import { Container, PageHeading } from './ui/Container.tsx'

function carriedOf(broker: number | null, key: string | null): string {
  if (broker === null) return ''
  return String(new URLSearchParams({ broker: String(broker), ...(key && { key }) }))
}

/** The page behind an SMS link while its campaign has no microsite: the offer on one screen, and three links. */
export function OfferPage({ offer, lender, url, broker, brokerKey }: OfferPageFacts): ReactElement {
  const to = (fallback: string): string =>
    siteLink({ address: null, fallback, page: url, carried: carriedOf(broker, brokerKey) }).href
  const rated = ratedOffer(offer)
  return (
    <Container
      className={cx(
        'grid py-12 sm:py-20',
        rated && 'lg:grid-cols-[3fr_2fr] lg:grid-rows-[auto_1fr] lg:gap-x-16',
      )}
    >
      <PageHeading title={offer.product}>
        {offer.description && <p className="whitespace-pre-line">{offer.description}</p>}
      </PageHeading>
      {rated && (
        <div className="mb-8 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <RatePanel offer={rated} />
        </div>
      )}
      <div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink variant="primary" href={to('/booking')} className="max-sm:w-full">
            Book a meeting
          </ButtonLink>
          <ButtonLink href={to('/accreditation')} className="max-sm:w-full">
            Start Accreditation
          </ButtonLink>
        </div>
        <div className="mt-8 max-w-prose text-sm text-ink-soft">
          {lender.contactPhone && (
            <p>
              Questions?{' '}
              <a className="text-link underline" href={telephone(lender.contactPhone)}>
                Call {lender.name} on {lender.contactPhone}
              </a>
              .
            </p>
          )}
          <p>You asked for this link during our call. Reply STOP to the message to opt out.</p>
        </div>
      </div>
    </Container>
  )
}
