import type { ReactElement } from 'react'
import type { OfferFacts } from '#contract/microsites/pages.ts'
import { formatRate } from '#web/lib/format.ts'

export type RatedOffer = OfferFacts & { rate: string }

/** The offer where it names a rate. */
export const ratedOffer = (offer: OfferFacts | null): RatedOffer | null =>
  offer?.rate ? { ...offer, rate: offer.rate } : null

/** Both rates in words, for previews and search results; empty where there is none. */
export function rateWords(offer: OfferFacts | null): string {
  const rated = ratedOffer(offer)
  if (!rated) return ''
  const rate = `${rated.product}: ${formatRate(rated.rate, rated.rateType)}`
  const comparison = rated.comparisonRate && `Comparison rate ${formatRate(rated.comparisonRate)}`
  return [rate, comparison]
    .filter(Boolean)
    .map((words) => `${words}.`.replace(/\.+$/, '.'))
    .join(' ')
}

/** The rate, large on the deep band, with the comparison rate below it. */
export function RatePanel({ offer }: { offer: RatedOffer }): ReactElement {
  return (
    <div className="on-band relative overflow-hidden rounded-2xl border border-band-line bg-band p-6 text-on-band sm:p-9">
      <Rings />
      <p className="relative text-sm font-semibold text-on-band-soft">Interest rate</p>
      <p className="tabular relative mt-2 text-title text-on-band-soft">
        <span className="text-display font-semibold text-on-band">{formatRate(offer.rate, '')}</span>{' '}
        <span className="inline-block">{offer.rateType}</span>
      </p>
      {offer.comparisonRate && (
        <p className="tabular relative mt-6 flex flex-wrap justify-between gap-x-6 border-t border-band-line pt-5">
          <span className="text-on-band-soft">Comparison rate </span>
          <span className="font-semibold">{formatRate(offer.comparisonRate)}</span>
        </p>
      )}
    </div>
  )
}

/** Decoration: a line that rings, running off the panel's corner. */
function Rings(): ReactElement {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: decoration
    <svg
      aria-hidden
      viewBox="0 0 200 200"
      className="absolute -top-26 -right-26 size-52 fill-none stroke-band-line print:hidden"
      strokeWidth="1"
    >
      <circle cx="100" cy="100" r="26" />
      <circle cx="100" cy="100" r="50" />
      <circle cx="100" cy="100" r="74" />
      <circle cx="100" cy="100" r="98" />
    </svg>
  )
}
