import type { ReactElement } from 'react'
import { Link } from 'react-router'
import type { ApplicationDetails } from '#contract/accreditations/applications.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { sameText } from './application-labels.ts'

/** Brokers in the directory who may be the applicant, and why. */
export function PossibleBrokers({ application }: { application: ApplicationDetails }): ReactElement {
  const { matches } = application
  return (
    <PanelSection title="Possible brokers">
      {matches.length === 0 && (
        <p className="text-ink-soft">No broker in the directory has this email, phone or ASIC number.</p>
      )}
      {matches.length > 0 && (
        <ul className="flex flex-col gap-2">
          {matches.map(({ id, name, company, same }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5">
              <span className="min-w-0">
                <Link to={pathTo.broker(id)} className="link font-medium">
                  {name}
                </Link>
                {company && <span className="text-ink-soft"> · {company}</span>}
              </span>
              <Badge tone={same.includes('asicNumber') ? 'blue' : 'grey'}>{sameText(same)}</Badge>
            </li>
          ))}
        </ul>
      )}
    </PanelSection>
  )
}
