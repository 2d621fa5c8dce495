import type { ReactElement } from 'react'
import type { Lender } from '#contract/microsites/pages.ts'
import type { ServiceStatus } from '#contract/system/service-status.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Container, PageHeading } from '../ui/Container.tsx'
import { Notice } from '../ui/Notice.tsx'
import { headlineOf } from './headline.ts'
import { ObjectiveTable } from './ObjectiveTable.tsx'
import { RestoreDrills } from './RestoreDrills.tsx'

export const SERVICE_STATUS_TITLE = 'Service status'

/** Objectives of the service with measured figures, for everybody. Without a script, so that it is small and loads anywhere. */
export function ServiceStatusPage({
  lender,
  status,
}: {
  lender: Lender
  status: ServiceStatus
}): ReactElement {
  return (
    <Container width="text" className="flex flex-col gap-10 py-10 sm:py-16">
      <div>
        <PageHeading title={SERVICE_STATUS_TITLE}>
          <p>How reliably the calling service of {lender.name} has worked, measured by the service itself.</p>
        </PageHeading>
        <Now status={status} />
      </div>
      <section aria-labelledby="objectives">
        <h2 id="objectives" className="text-title font-semibold">
          Objectives
        </h2>
        <p className="mt-2 mb-4 max-w-prose text-ink-soft">{periodText(status)}</p>
        <ObjectiveTable objectives={status.objectives} />
      </section>
      <RestoreDrills drills={status.restoreDrills} enabled={!status.notSetUp.includes('backups')} />
      <div className="border-t border-line pt-6">
        <p className="max-w-prose text-sm text-ink-soft">
          Figures are rounded down and updated every hour; planned maintenance counts as an interruption. They
          do not include the networks between you and the service. Programs can read{' '}
          <a className="text-link underline" href="/api/status">
            the same figures as JSON
          </a>
          .
        </p>
      </div>
    </Container>
  )
}

function Now({ status }: { status: ServiceStatus }): ReactElement {
  const { tone, title, remarks } = headlineOf(status)
  return (
    <Notice tone={tone} title={title}>
      {remarks.length > 0 && remarks.join(' ')}
    </Notice>
  )
}

const inSydney = (instant: string): string =>
  // always with the year: the page may be read much later
  formatDateTime(instant, { timeZone: 'Australia/Sydney', now: 0 })

function periodText({ measuredSince, measuredUntil }: ServiceStatus): string {
  return measuredSince === null
    ? 'Measuring has begun. The first figures appear after the first full hour.'
    : `Measured since ${inSydney(measuredSince)}, until ${inSydney(measuredUntil)}.`
}
