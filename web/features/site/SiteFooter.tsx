import type { ReactElement } from 'react'
import { DECISIONS_PAGE } from '#contract/decisions/decisions.ts'
import { PROFESSIONALS_ONLY } from '#contract/microsites/microsites.ts'
import type { Lender } from '#contract/microsites/pages.ts'
import { formatAbn } from '#web/lib/format.ts'
import { webLink } from './links.ts'
import { telephone } from './SiteHeader.tsx'
import { Container } from './ui/Container.tsx'

/** The responsible organisation and the intended audience, the same on every public page. */
export function SiteFooter({ lender }: { lender: Lender }): ReactElement {
  const links = [
    { label: 'Privacy', url: webLink(lender.privacyUrl) },
    { label: 'Automated decisions', url: DECISIONS_PAGE },
    { label: 'Terms', url: webLink(lender.termsUrl) },
  ].filter((link) => link.url !== null)
  return (
    // the browser waits for this id before it renders the page, see Document.tsx
    <footer id="footer" className="mt-auto border-t border-line bg-surface text-sm text-ink-soft">
      <Container className="flex flex-col gap-5 py-8">
        <p className="max-w-prose font-medium text-ink">{PROFESSIONALS_ONLY}</p>
        <div className="flex flex-wrap items-start justify-between gap-x-10 gap-y-4">
          <address className="not-italic">
            <p>
              {lender.legalName || lender.name}
              {lender.abn && ' · '}
              {lender.abn && <span className="whitespace-nowrap">ABN {formatAbn(lender.abn)}</span>}
            </p>
            {lender.address && <p>{lender.address}</p>}
            {lender.contactPhone && (
              <p>
                <a
                  className="inline-flex min-h-6 items-center underline hover:text-ink"
                  href={telephone(lender.contactPhone)}
                >
                  {lender.contactPhone}
                </a>
              </p>
            )}
          </address>
          <nav aria-label="Legal" className="flex flex-wrap gap-x-6 gap-y-1">
            {links.map(({ label, url }) => (
              <a
                key={label}
                href={url ?? undefined}
                rel="noopener"
                className="inline-flex min-h-6 items-center underline hover:text-ink"
              >
                {label}
              </a>
            ))}
          </nav>
        </div>
      </Container>
    </footer>
  )
}
