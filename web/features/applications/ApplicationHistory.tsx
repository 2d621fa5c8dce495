import type { ReactElement } from 'react'
import type { ApplicationDetails } from '#contract/accreditations/applications.ts'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { ReviewHistory } from '#web/ui/review/ReviewHistory.tsx'
import { applicationStatusLook } from './application-labels.ts'

export function ApplicationHistory({ application }: { application: ApplicationDetails }): ReactElement {
  return (
    <PanelSection title="History">
      <ReviewHistory
        steps={application.history.map((step) => ({ ...step, look: applicationStatusLook(step.status) }))}
      />
    </PanelSection>
  )
}
