import type { ReactElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Lender, LivePage, LivePageFacts, Pages } from '#contract/microsites/pages.ts'
import type { SiteAssets } from '#contract/microsites/site-assets.ts'
import { renderMail } from '#web/features/mails/render-mail.tsx'
import { AccreditationPage } from '#web/features/site/accreditation/AccreditationPage.tsx'
import { BookingPage } from '#web/features/site/booking/BookingPage.tsx'
import { ManagePage } from '#web/features/site/booking/ManagePage.tsx'
import { DecisionsPage } from '#web/features/site/DecisionsPage.tsx'
import {
  type DocumentProps,
  FaultDocument,
  LiveDocument,
  StillDocument,
} from '#web/features/site/Document.tsx'
import { OwnDecisionsPage } from '#web/features/site/decisions/OwnDecisionsPage.tsx'
import { FaultPage } from '#web/features/site/FaultPage.tsx'
import { MissingPage } from '#web/features/site/MissingPage.tsx'
import { MicrositePage } from '#web/features/site/microsite/MicrositePage.tsx'
import { OfferPage } from '#web/features/site/OfferPage.tsx'
import { OfflinePage } from '#web/features/site/OfflinePage.tsx'
import { rateWords } from '#web/features/site/Rate.tsx'
import {
  SERVICE_STATUS_TITLE,
  ServiceStatusPage,
} from '#web/features/site/service-status/ServiceStatusPage.tsx'
import { StatusPage } from '#web/features/site/status/StatusPage.tsx'
import { UnsubscribePage, unsubscribeTitles } from '#web/features/site/UnsubscribePage.tsx'
import { VERIFY_TITLE, VerifyPage } from '#web/features/site/verify/VerifyPage.tsx'

type Head = Pick<DocumentProps, 'title' | 'description' | 'indexed' | 'light'>
type LiveHead<Page extends LivePage> = Head & { page: Page; facts: LivePageFacts[Page] }

/** The public pages and mails, rendered by the server with the browser's components. */
export function createPages(assets: SiteAssets): Pages {
  const still = (head: Head & Pick<DocumentProps, 'url' | 'lender'>, content: ReactElement): string =>
    whole(
      <StillDocument {...head} assets={assets}>
        {content}
      </StillDocument>,
    )
  const live = <Page extends LivePage>(head: LiveHead<Page>, content: ReactElement): string =>
    whole(
      <LiveDocument
        {...head}
        url={head.facts.url}
        lender={head.facts.lender}
        assets={assets}
        markup={renderToString(content)}
      />,
    )
  return {
    microsite: (facts) =>
      still(
        {
          url: facts.url,
          lender: facts.lender,
          title: facts.title,
          description: `${rateWords(facts.offer)} ${facts.content.heroSubtitle || facts.content.description}`,
          indexed: true,
        },
        <MicrositePage {...facts} />,
      ),
    offer: (facts) =>
      still(
        {
          url: facts.url,
          lender: facts.lender,
          title: facts.offer.product,
          description:
            `${rateWords(facts.offer)} ${facts.offer.description ?? ''}`.trim() || facts.offer.product,
          indexed: false,
        },
        <OfferPage {...facts} />,
      ),
    booking: (facts) =>
      live(
        {
          page: 'booking',
          facts,
          title: 'Book a Meeting with BDM',
          description: `Choose a time for a 60-minute video meeting with a business development manager of ${facts.lender.name}.`,
          indexed: true,
        },
        <BookingPage {...facts} />,
      ),
    manageBooking: (facts) =>
      live(
        {
          page: 'manageBooking',
          facts,
          title: 'Your meeting',
          description: 'Reschedule or cancel your meeting.',
          indexed: false,
        },
        <ManagePage {...facts} />,
      ),
    accreditation: (facts) =>
      live(
        {
          page: 'accreditation',
          facts,
          title: 'Broker accreditation',
          description: `Apply to become an accredited broker of ${facts.lender.name}.`,
          indexed: facts.draft === null,
        },
        <AccreditationPage {...facts} />,
      ),
    decisions: (facts) =>
      live(
        {
          page: 'decisions',
          facts,
          title: 'Decisions about you',
          description: 'Decisions that computer programs made or prepared, and how to contest them.',
          indexed: false,
        },
        <OwnDecisionsPage {...facts} />,
      ),
    applicationStatus: (facts) =>
      still(
        {
          url: facts.url,
          lender: facts.lender,
          title: 'Your application',
          description: 'The progress of your accreditation application.',
          indexed: false,
        },
        <StatusPage {...facts} />,
      ),
    missing: (facts) =>
      still(
        { url: facts.url, lender: facts.lender, title: facts.title, description: facts.text, indexed: false },
        <MissingPage {...facts} />,
      ),
    unsubscribe: (facts) =>
      still(
        {
          url: facts.url,
          lender: facts.lender,
          title: unsubscribeTitles[facts.state],
          description: 'The email with last week’s figures.',
          indexed: false,
        },
        <UnsubscribePage {...facts} />,
      ),
    verify: (facts) =>
      still(
        {
          url: facts.url,
          lender: withoutLogo(facts.lender),
          title: VERIFY_TITLE,
          description: `Check whether a call or text message was from ${facts.lender.name}.`,
          indexed: facts.state.kind === 'asks',
          light: true,
        },
        <VerifyPage {...facts} />,
      ),
    offline: (facts) =>
      still(
        {
          url: facts.url,
          lender: facts.lender,
          title: 'No connection',
          description: 'This page opens again when the connection is back.',
          indexed: false,
        },
        <OfflinePage {...facts} />,
      ),
    automatedDecisions: (facts) =>
      still(
        {
          url: facts.url,
          lender: facts.lender,
          title: 'Automated decisions',
          description: `The decisions that computer programs of ${facts.lender.name} make or prepare about people.`,
          indexed: true,
        },
        <DecisionsPage {...facts} />,
      ),
    serviceStatus: (facts) =>
      still(
        {
          url: facts.url,
          lender: withoutLogo(facts.lender),
          title: SERVICE_STATUS_TITLE,
          description: `Service objectives of ${facts.lender.name} with measured figures.`,
          indexed: true,
          light: true,
        },
        <ServiceStatusPage {...facts} />,
      ),
    fault: ({ title, text }) =>
      whole(
        <FaultDocument title={title} css={assets.css}>
          <FaultPage title={title} text={text} />
        </FaultDocument>,
      ),
    mail: renderMail,
  }
}

/** For light pages: nothing limits the logo's size. */
const withoutLogo = (lender: Lender): Lender => ({ ...lender, brand: { ...lender.brand, logo: null } })

const whole = (document: ReactElement): string => `<!doctype html>${renderToStaticMarkup(document)}`
