import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { formatRate } from '#web/lib/format.ts'
import { suggestedSlug } from '../microsite-form.ts'

export interface Prefilled {
  name: string
  slug: string
  productName: string
  heroTitle: string
  heroSubtitle: string
  description: string
}
type Name = keyof Prefilled

type Offer = Pick<Campaign, 'product' | 'rate' | 'rateType' | 'description'>

/** Values of a microsite derived from its campaign. */
export function prefillOf({ product, rate, rateType, description }: Offer): Prefilled {
  return {
    name: product,
    slug: suggestedSlug(product),
    productName: product,
    heroTitle: product,
    heroSubtitle:
      rate === null
        ? 'A loan your clients can plan with.'
        : `${formatRate(rate, rateType)} for your clients.`,
    description: description ?? '',
  }
}

/** The texts that the chosen campaign fills: those that are empty, and those that only the former choice had filled. */
export function changesBy(
  next: Prefilled,
  { typed, former }: { typed: Readonly<Record<Name, string>>; former: Prefilled | null },
): Partial<Prefilled> {
  const names = Object.keys(next) as Name[] // the keys of the interface
  return Object.fromEntries(
    names
      .filter((name) => typed[name].trim() === '' || typed[name] === former?.[name])
      .filter((name) => typed[name] !== next[name])
      .map((name) => [name, next[name]]),
  )
}
