import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { listApplications } from '#contract/accreditations/applications.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatDate } from '#web/lib/dates.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { applicationStatusLook, fullName } from './application-labels.ts'

const SHOWN = 5

export const useBrokerApplications = (brokerId: number) =>
  useRead(listApplications, { query: { brokerId, limit: SHOWN, sort: '-createdAt' } })

/** A broker's accreditation applications; hidden if there are none. */
export function BrokerApplications({ brokerId }: { brokerId: number }): ReactElement | null {
  const { data } = useBrokerApplications(brokerId)
  if (!data || data.length === 0) return null
  return (
    <PanelSection title="Accreditation">
      <ul className="flex flex-col gap-2">
        {data.map((application) => (
          <li key={application.id} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <Link to={pathTo.application(application.id)} className="link font-medium">
              {fullName(application)}, {formatDate(application.submittedAt ?? application.createdAt)}
            </Link>
            <StatusDot {...applicationStatusLook(application.status)} />
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
