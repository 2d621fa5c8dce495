import '#web/ui/site.css'
import '#contract/texts.ts'
import '#web/lib/zod-config.ts'
import type { ComponentType } from 'react'
import type { LivePage, LivePageFacts } from '#contract/microsites/pages.ts'
import { setServiceName } from '#web/api/api-error.ts'
import { registerServiceWorker } from '#web/lib/service-worker.ts'

/** Each page has its own script chunk; web/entries/pages.tsx renders the same components on the server. */
const pages: { [Page in LivePage]?: () => Promise<ComponentType<LivePageFacts[Page]>> } = {
  booking: async () => (await import('#web/features/site/booking/BookingPage.tsx')).BookingPage,
  manageBooking: async () => (await import('#web/features/site/booking/ManagePage.tsx')).ManagePage,
  accreditation: async () =>
    (await import('#web/features/site/accreditation/AccreditationPage.tsx')).AccreditationPage,
  decisions: async () => (await import('#web/features/site/decisions/OwnDecisionsPage.tsx')).OwnDecisionsPage,
}

/** Yields to the browser between two steps, so that it can render and handle input. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

async function takeOver(): Promise<void> {
  const root = document.querySelector<HTMLElement>('[data-page]')
  const facts = document.getElementById('facts')?.textContent
  const load = pages[root?.dataset.page as LivePage] // embedded in the page by the server
  if (!root || !facts || !load) return
  await pause()
  const Page = (await load()) as ComponentType<object> // the embedded facts are those of this page
  await pause()
  const { hydrate } = await import('#web/features/site/hydrate.tsx')
  await pause()
  const given = JSON.parse(facts)
  setServiceName(given.lender?.name ?? '')
  hydrate(root, Page, given)
}

void takeOver()

if (import.meta.env.PROD) registerServiceWorker('refresh-offline')
