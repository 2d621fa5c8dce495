import { type ApplicationDecision, reviewApplication } from '#contract/accreditations/applications.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toastSuccess } from '#web/ui/toast.ts'
import { fullName } from './application-labels.ts'

const done: Record<ApplicationDecision, (name: string) => string> = {
  approve: (name) => `The application of ${name} is approved`,
  request_info: (name) => `${name} was asked for more information`,
  decline: (name) => `The application of ${name} is declined`,
}

interface ReviewOptions {
  action: ApplicationDecision
  onDone: () => void
  onError: (error: Error) => void
}

/** Sends a decision; the applicant is notified by email. */
export function useReview({ action, onDone, onError }: ReviewOptions) {
  return useWrite(reviewApplication, {
    refresh: ['brokers', 'dashboard', 'activities'],
    onSuccess: (application) => {
      toastSuccess(done[action](fullName(application)))
      onDone()
    },
    onError,
  })
}
