import type { AppModule } from '#server/module.ts'
import { onBreakGlassUsed } from './break-glass-tasks.ts'
import { onCaseOpened, onCaseSettled } from './case-tasks.ts'
import { jobs } from './jobs.ts'
import {
  onApplicationDecided,
  onBookingChanged,
  onBookingMade,
  onBrokerMerging,
  onCallMissed,
  onCallsFinished,
  onChangeRefused,
  onComplianceAlerted,
  onComplianceReviewed,
  onDiffersFromCall,
  onDocumentChanged,
  onHandedOff,
  onMatterReported,
  onMatterSettled,
  onNoneFree,
  onNoTimeAccepted,
  onNumberHeld,
  onNumberReleased,
  onNumberSuppressed,
  onPersonAsked,
  onUnconfirmed,
  onUndelivered,
} from './listeners.ts'
import { eraseTasks, exportTasks } from './person-tasks.ts'
import {
  onCallRequestedBySms,
  onRequestedCallChanged,
  onRequestedCallRefused,
} from './requested-call-tasks.ts'
import { routes } from './routes.ts'

/** Tasks that wait for a person, opened and ended by events of the other modules. */
export const tasksModule: AppModule = {
  name: 'tasks',
  routes,
  jobs,
  listeners: {
    'call.personAsked': onPersonAsked,
    'call.handedOff': onHandedOff,
    'call.missed': onCallMissed,
    'calls.finished': onCallsFinished,
    'requestedCall.changed': onRequestedCallChanged,
    'requestedCall.refused': onRequestedCallRefused,
    'sms.callRequested': onCallRequestedBySms,
    'number.suppressed': onNumberSuppressed,
    'number.held': onNumberHeld,
    'number.released': onNumberReleased,
    'booking.noneFree': onNoneFree,
    'booking.noTimeAccepted': onNoTimeAccepted,
    'call.unconfirmed': onUnconfirmed,
    'booking.differsFromCall': onDiffersFromCall,
    'booking.changeRefused': onChangeRefused,
    'followUp.undelivered': onUndelivered,
    'booking.made': onBookingMade,
    'booking.changed': onBookingChanged,
    'application.decided': onApplicationDecided,
    'document.changed': onDocumentChanged,
    'compliance.alerted': onComplianceAlerted,
    'compliance.reviewed': onComplianceReviewed,
    'matter.reported': onMatterReported,
    'matter.settled': onMatterSettled,
    'case.opened': onCaseOpened,
    'case.due': onCaseOpened,
    'case.settled': onCaseSettled,
    'account.breakGlassUsed': onBreakGlassUsed,
    'broker.merging': onBrokerMerging,
    'broker.erasing': eraseTasks,
    'broker.exporting': exportTasks,
  },
}
