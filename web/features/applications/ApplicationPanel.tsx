import type { ReactElement } from 'react'
import { type ApplicationDetails, getApplication } from '#contract/accreditations/applications.ts'
import { useRecord } from '#web/api/use-read.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { RecordPanel } from '#web/ui/RecordPanel.tsx'
import { ApplicationActions } from './ApplicationActions.tsx'
import { ApplicationFacts } from './ApplicationFacts.tsx'
import { ApplicationFiles } from './ApplicationFiles.tsx'
import { ApplicationHistory } from './ApplicationHistory.tsx'
import { applicationStatusLook, fullName } from './application-labels.ts'
import { PossibleBrokers } from './PossibleBrokers.tsx'
import { RegisterCheck } from './RegisterCheck.tsx'
import { ScreeningFacts } from './ScreeningFacts.tsx'

/** Details of the application in the URL (?application=17). */
export function ApplicationPanel(): ReactElement {
  const open = useOpenRecord('application')
  const read = useRecord(getApplication, open.id)
  const application = read.data
  return (
    <RecordPanel
      noun="application"
      open={open}
      read={read}
      title={application ? fullName(application) : 'Application'}
      description={application && <Subtitle application={application} />}
      footer={application && <ApplicationActions application={application} />}
      skeleton={['h-10', 'mt-2 h-5 w-32', 'h-28', 'mt-4 h-20']}
    >
      {(loaded) => <Details application={loaded} />}
    </RecordPanel>
  )
}

function Details({ application }: { application: ApplicationDetails }): ReactElement {
  return (
    <>
      <ScreeningFacts screening={application.screening} />
      <RegisterCheck application={application} />
      <div>
        <ApplicationFacts application={application} />
        <ApplicationFiles application={application} />
        <PossibleBrokers application={application} />
        <ApplicationHistory application={application} />
      </div>
    </>
  )
}

function Subtitle({ application }: { application: ApplicationDetails }): ReactElement {
  const { status, claimedBy } = application
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <StatusDot {...applicationStatusLook(status)} />
      {claimedBy && <span>Assigned to {claimedBy.name}</span>}
    </span>
  )
}
