import type { ReactElement } from 'react'
import { type ApplicationDetails, getApplication } from '#contract/applications.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { ApplicationActions } from './ApplicationActions.tsx'
import { ApplicationFacts } from './ApplicationFacts.tsx'
import { ApplicationFiles } from './ApplicationFiles.tsx'
import { ApplicationHistory } from './ApplicationHistory.tsx'
import { applicationStatusLook, fullName } from './application-words.ts'
import { PossibleBrokers } from './PossibleBrokers.tsx'
import { RegisterCheck } from './RegisterCheck.tsx'
import { useOpenApplication } from './use-open-application.ts'

/** The details of the application that the address names (?application=17). */
export function ApplicationPanel(): ReactElement | null {
  const { applicationId, close } = useOpenApplication()
  const id = /^[1-9]\d{0,8}$/.test(applicationId) ? Number(applicationId) : null
  const details = useRead(getApplication, { params: { id: id ?? 0 } }, { enabled: id !== null })
  if (applicationId === '') return null
  const application = id === null ? undefined : details.data
  return (
    <SidePanel
      open
      onClose={close}
      title={application ? fullName(application) : 'Application'}
      description={application && <Subtitle application={application} />}
      footer={application && <ApplicationActions key={application.id} application={application} />}
    >
      {application ? (
        <Details key={application.id} application={application} />
      ) : (
        <Instead
          isMissing={id === null || isNotFound(details.error)}
          error={details.error}
          onRetry={() => void details.refetch()}
        />
      )}
    </SidePanel>
  )
}

function Details({ application }: { application: ApplicationDetails }): ReactElement {
  return (
    <>
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

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && [400, 404].includes(error.status)
}

interface InsteadProps {
  isMissing: boolean
  error: unknown
  onRetry: () => void
}

function Instead({ isMissing, error, onRetry }: InsteadProps): ReactElement {
  if (isMissing) {
    return <EmptyState title="Application not found">There is no application with this number.</EmptyState>
  }
  if (error)
    return <ErrorState title="The application could not be loaded." error={error} onRetry={onRetry} />
  return (
    <Loading text="Loading application...">
      <div className="flex flex-col gap-3">
        <Skeleton className="h-10" />
        <Skeleton className="mt-2 h-5 w-32" />
        <Skeleton className="h-28" />
        <Skeleton className="mt-4 h-20" />
      </div>
    </Loading>
  )
}
