import type { ApplicationStatus } from '#contract/accreditations/accreditations.ts'
import {
  type Application,
  applicationReviewTable,
  claimApplication,
} from '#contract/accreditations/applications.ts'
import type { ReviewDesk, Subject } from '#web/ui/review/review-desk.ts'
import { fullName } from './application-labels.ts'

type DeskApplication = Subject<ApplicationStatus> & Pick<Application, 'firstName' | 'lastName' | 'email'>

/** Configuration of the application review screens. */
export const applicationDesk: ReviewDesk<ApplicationStatus, DeskApplication> = {
  noun: 'application',
  right: 'applications.review',
  table: applicationReviewTable,
  claim: claimApplication,
  nameOf: (application) => `application of ${fullName(application)}`,
  standstill(status) {
    switch (status) {
      case 'draft':
        return 'This is a draft: it has not been submitted yet.'
      case 'info_requested':
        return 'More information was requested: the applicant has not replied yet.'
      case 'approved':
        return 'This application has already been approved.'
      case 'declined':
        return 'This application has already been declined.'
      default:
        return 'This step is not possible now.'
    }
  },
}
