import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Pages, SiteAssets } from '#contract/pages.ts'
import { Document } from '#web/features/site/Document.tsx'

const whole = (markup: string): string => `<!doctype html>${markup}`
const still = (page: ReactNode): string => whole(renderToStaticMarkup(page))
const live = (page: ReactNode): string => whole(renderToString(page))

/** The public pages and mails: what the server asks of the browser's components. */
export function createPages(assets: SiteAssets): Pages {
  return {
    microsite: (facts) =>
      still(
        <Document {...facts} assets={assets} title={facts.title} description={facts.content.description}>
          <h1>{facts.content.heroTitle}</h1>
        </Document>,
      ),
    offer: (facts) =>
      still(
        <Document {...facts} assets={assets} title={facts.offer.product} description={facts.offer.product}>
          <h1>{facts.offer.product}</h1>
        </Document>,
      ),
    booking: (facts) =>
      live(
        <Document
          {...facts}
          assets={assets}
          title="Book a Meeting with BDM"
          description="Book a meeting"
          live={{ page: 'booking', facts }}
        >
          <h1>Book a Meeting with BDM</h1>
        </Document>,
      ),
    manageBooking: (facts) =>
      live(
        <Document
          {...facts}
          assets={assets}
          title="Your meeting"
          description="Your meeting"
          live={{ page: 'manageBooking', facts }}
        >
          <h1>Your meeting</h1>
        </Document>,
      ),
    accreditation: (facts) =>
      live(
        <Document
          {...facts}
          assets={assets}
          title="Accreditation"
          description="Accreditation"
          live={{ page: 'accreditation', facts }}
        >
          <h1>Accreditation</h1>
        </Document>,
      ),
    applicationStatus: (facts) =>
      still(
        <Document {...facts} assets={assets} title="Your application" description="Your application">
          <h1>Your application</h1>
        </Document>,
      ),
    missing: (facts) =>
      still(
        <Document {...facts} assets={assets} description={facts.text}>
          <h1>{facts.title}</h1>
          <p>{facts.text}</p>
        </Document>,
      ),
    mail: (kind, lender, facts) => ({
      subject: `${lender.name}: ${kind}`,
      html: still(<pre>{JSON.stringify(facts, null, 2)}</pre>),
      text: JSON.stringify(facts, null, 2),
    }),
  }
}
