import '#web/ui/site.css'
import '#contract/texts.ts'
import type { ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { LivePage, LivePageFacts } from '#contract/pages.ts'

/** Each page's script comes by itself; web/entries/pages.tsx renders the same components on the server. */
const pages: { [Page in LivePage]?: () => Promise<ComponentType<LivePageFacts[Page]>> } = {
  booking: async () => (await import('#web/features/site/booking/BookingPage.tsx')).BookingPage,
  manageBooking: async () => (await import('#web/features/site/booking/ManagePage.tsx')).ManagePage,
  accreditation: async () =>
    (await import('#web/features/site/accreditation/AccreditationPage.tsx')).AccreditationPage,
}

async function takeOver(): Promise<void> {
  const root = document.querySelector<HTMLElement>('[data-page]')
  const facts = document.getElementById('facts')?.textContent
  const load = pages[root?.dataset.page as LivePage] // what the server wrote into the page
  if (!root || !facts || !load) return
  const Page = (await load()) as ComponentType<object> // the facts beside it are those of this page
  hydrateRoot(root, <Page {...JSON.parse(facts)} />)
}

void takeOver()
