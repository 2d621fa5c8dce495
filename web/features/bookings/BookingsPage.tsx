import { ExternalLink } from 'lucide-react'
import type { ReactElement } from 'react'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { lazyPanel } from '#web/ui/lazily.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { BdmList } from './BdmList.tsx'
import { Meetings } from './Meetings.tsx'
import { useConsentOutcome } from './use-consent-outcome.ts'

const BookingPanel = lazyPanel(async () => (await import('./BookingPanel.tsx')).BookingPanel)
const BdmPanel = lazyPanel(async () => (await import('./BdmPanel.tsx')).BdmPanel)

const first = { tab: 'bookings' }

const tabs = [
  { value: 'bookings', label: 'Bookings', content: <Meetings /> },
  { value: 'bdms', label: 'BDMs', content: <BdmList /> },
]

/** The meetings that brokers book, and the BDMs who hold them. */
export function BookingsPage(): ReactElement {
  const [{ tab }, set] = useUrlState(first)
  const booking = useOpenRecord('booking')
  const bdm = useOpenRecord('manager')
  useConsentOutcome()
  const known = tabs.some(({ value }) => value === tab) ? tab : first.tab
  return (
    <>
      <PageHeader
        title="Bookings"
        subtitle="Meetings with business development managers. All times in Sydney time."
        actions={
          <ButtonLink to="/booking" target="_blank" rel="noopener" icon={ExternalLink}>
            Booking page
          </ButtonLink>
        }
      />
      <Tabs
        label="Bookings"
        tabs={tabs}
        value={known}
        onChange={(next) => set({ tab: next }, { push: true })}
      />
      {booking.isOpen && <BookingPanel />}
      {bdm.isOpen && <BdmPanel />}
    </>
  )
}
