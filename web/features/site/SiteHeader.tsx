import { Phone } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Lender } from '#contract/microsites/pages.ts'
import { BrandLogo } from './BrandLogo.tsx'
import { Container } from './ui/Container.tsx'

/** The number for a tel: link: digits, with the leading plus if there is one. */
export const telephone = (phone: string): string => `tel:${phone.replace(/(?!^\+)\D/g, '')}`

/** The organisation's logo, or its name, and phone number. */
export function SiteHeader({ lender }: { lender: Lender }): ReactElement {
  return (
    <header className="border-b border-line bg-surface">
      <Container className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 py-2">
        {lender.brand.logo ? (
          <BrandLogo logo={lender.brand.logo} name={lender.name} />
        ) : (
          <p className="min-w-0 text-base font-semibold tracking-tight break-words">{lender.name}</p>
        )}
        {lender.contactPhone && (
          <a
            href={telephone(lender.contactPhone)}
            className="link tabular -mr-2 inline-flex min-h-11 items-center gap-2 px-2 font-medium whitespace-nowrap"
          >
            <Phone aria-hidden className="size-4" strokeWidth={1.75} />
            <span className="sr-only">Call </span>
            {lender.contactPhone}
          </a>
        )}
      </Container>
    </header>
  )
}
