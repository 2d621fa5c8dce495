import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router'
import type { ApplicationDetails } from '#contract/accreditations/applications.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { ABSENT, formatPhone } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Facts, PanelSection } from '#web/ui/PanelSection.tsx'

/** The applicant's details and the dates of the application. */
export function ApplicationFacts({ application }: { application: ApplicationDetails }): ReactElement {
  const { firstName, lastName, broker, submittedAt, acceptedTermsAt, decidedAt } = application
  return (
    <PanelSection title="Applicant">
      <Facts
        facts={[
          application.reviewReason !== null && { label: 'Review', value: application.reviewReason },
          { label: 'Name', value: `${firstName} ${lastName}`.trim() || ABSENT },
          { label: 'Company', value: application.company || ABSENT },
          { label: 'ASIC number', value: application.asicNumber || ABSENT },
          { label: 'Membership', value: application.membership || ABSENT },
          {
            label: 'Email',
            value: application.email ? (
              <a href={`mailto:${application.email}`} className="link break-all">
                {application.email}
              </a>
            ) : (
              ABSENT
            ),
          },
          { label: 'Phone', value: formatPhone(application.phone) },
          broker !== null && {
            label: 'Broker',
            value: (
              <Link to={pathTo.broker(broker.id)} className="link">
                {broker.name}
              </Link>
            ),
          },
          { label: 'Source', value: <Source application={application} /> },
          { label: 'Submitted', value: submittedAt ? formatDateTime(submittedAt) : 'Not yet' },
          { label: 'Terms accepted', value: acceptedTermsAt ? formatDateTime(acceptedTermsAt) : 'Not yet' },
          decidedAt !== null && { label: 'Decided', value: formatDateTime(decidedAt) },
        ]}
      />
    </PanelSection>
  )
}

function Source({ application: { source, callId } }: { application: ApplicationDetails }): ReactNode {
  if (source === 'web') return 'Application form'
  if (callId === null) return 'Call'
  return (
    <Link to={pathTo.call(callId)} className="link">
      Call {callId}
    </Link>
  )
}
