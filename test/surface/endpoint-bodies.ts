import * as accounts from '#contract/accounts/accounts.ts'
import * as apiKeys from '#contract/accounts/api-keys.ts'
import * as portalAccounts from '#contract/accounts/broker-accounts.ts'
import * as sessionLimits from '#contract/accounts/session-limits.ts'
import * as signOn from '#contract/accounts/sign-on.ts'
import * as stepUp from '#contract/accounts/step-up.ts'
import * as team from '#contract/accounts/team.ts'
import * as applications from '#contract/accreditations/applications.ts'
import * as bdms from '#contract/bookings/bdms.ts'
import * as bookings from '#contract/bookings/bookings.ts'
import * as calendars from '#contract/bookings/calendar-connections.ts'
import * as calendarConsent from '#contract/bookings/calendar-consent.ts'
import * as managedBookings from '#contract/bookings/managed-bookings.ts'
import * as staffBookings from '#contract/bookings/staff-bookings.ts'
import * as audiences from '#contract/brokers/audiences.ts'
import * as merging from '#contract/brokers/broker-merge.ts'
import * as brokers from '#contract/brokers/brokers.ts'
import * as bulkChanges from '#contract/brokers/bulk-changes.ts'
import * as imports from '#contract/brokers/imports.ts'
import * as numberSource from '#contract/brokers/number-source.ts'
import * as savedViews from '#contract/brokers/saved-views.ts'
import * as suppressions from '#contract/brokers/suppressions.ts'
import * as timeline from '#contract/brokers/timeline.ts'
import * as calls from '#contract/calls/calls.ts'
import * as requestedCalls from '#contract/calls/requested-calls.ts'
import * as telephony from '#contract/calls/telephony.ts'
import * as voiceSettings from '#contract/calls/voice-settings.ts'
import * as callingRules from '#contract/campaigns/calling-rules.ts'
import { WIDEST } from '#contract/campaigns/calling-rules.ts'
import * as campaignDrafts from '#contract/campaigns/campaign-drafts.ts'
import * as campaignTemplates from '#contract/campaigns/campaign-templates.ts'
import * as campaigns from '#contract/campaigns/campaigns.ts'
import * as complaints from '#contract/contests/complaints.ts'
import * as contestLinks from '#contract/contests/contest-links.ts'
import * as contests from '#contract/contests/contests.ts'
import * as reports from '#contract/dashboard/reports.ts'
import * as reviews from '#contract/documents/document-reviews.ts'
import * as types from '#contract/documents/document-types.ts'
import * as vault from '#contract/documents/vault.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as messages from '#contract/messages/messages.ts'
import * as notifications from '#contract/messages/notifications.ts'
import * as microsites from '#contract/microsites/microsites.ts'
import * as loans from '#contract/scoring/loans.ts'
import * as scoreAppeals from '#contract/scoring/score-appeals.ts'
import * as scorecards from '#contract/scoring/scorecards.ts'
import * as scoring from '#contract/scoring/scoring.ts'
import * as findingsOfMany from '#contract/surveillance/findings-of-many.ts'
import * as livingRegisters from '#contract/surveillance/living-registers.ts'
import * as mentions from '#contract/surveillance/mentions.ts'
import * as surveillance from '#contract/surveillance/surveillance.ts'
import * as backups from '#contract/system/backups.ts'
import * as brand from '#contract/system/brand.ts'
import * as organisation from '#contract/system/organisation.ts'
import * as retention from '#contract/system/retention.ts'
import * as setup from '#contract/system/setup.ts'
import * as tasks from '#contract/tasks/tasks.ts'
import * as webhookDeliveries from '#contract/webhooks/webhook-deliveries.ts'
import * as webhookEndpoints from '#contract/webhooks/webhook-endpoints.ts'
import { deliveredRules } from '#test/worlds/delivered-rules.ts'
import { someone } from '../worlds/bookings-world.ts'
import { PASSWORD } from '../worlds/client.ts'
import { micrositeFields } from '../worlds/microsites-world.ts'

/** An id without a row: permitted clients get 404, and later requests see no change. */
export const NOBODY = 2_000_000_000

const WRONG = 'wrong-Horse-1'
/** An answer of WebAuthn to no challenge. */
const noPasskey = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {} }
const newcomer = {
  name: 'Nia Lowe',
  email: 'nia.lowe@example.com',
  phone: '0491 570 156',
  password: PASSWORD,
}

/** Bodies that pass validation, so that the service's own check is reached too; they change nothing that matters. */
export const bodies: ReadonlyMap<Endpoint, object> = new Map<Endpoint, object>([
  [accounts.signIn, { email: 'nobody@staff.example', password: PASSWORD }],
  [accounts.verifySignIn, { code: '000000' }],
  [accounts.signInWithPasskey, { response: noPasskey }],
  [accounts.ownPasskeys.startPasskey, { password: WRONG }],
  [accounts.ownPasskeys.addPasskey, { response: noPasskey, name: 'Laptop' }],
  [portalAccounts.brokerSignInWithPasskey, { response: noPasskey }],
  [portalAccounts.ownPasskeys.startPasskey, { password: WRONG }],
  [portalAccounts.ownPasskeys.addPasskey, { response: noPasskey, name: 'Laptop' }],
  [accounts.ownAccount.forgotPassword, { email: 'nobody@staff.example' }],
  [accounts.ownAccount.checkReset, { token: 'garbled' }],
  [accounts.ownAccount.resetPassword, { token: 'garbled', newPassword: PASSWORD }],
  [accounts.ownAccount.changePassword, { currentPassword: WRONG, newPassword: PASSWORD }],
  [accounts.ownAccount.startTwoFactor, { password: WRONG }],
  [accounts.ownAccount.confirmTwoFactor, { code: '000000' }],
  [accounts.ownAccount.stopTwoFactor, { password: WRONG }],
  [apiKeys.createApiKey, { name: 'CRM', scopes: ['admin_area.read'], expiresInDays: 1 }],
  [apiKeys.rotateApiKey, { overlapHours: 0 }],
  [applications.claimApplication, { claim: true }],
  [applications.reviewApplication, { action: 'decline', reason: 'The insurance has ended.' }],
  // a Sunday: no meetings, for any client
  [bookings.createBooking, someone({ scheduledDate: '2030-06-02T09:00:00+10:00' })],
  [
    staffBookings.bookForBroker,
    {
      brokerId: 1,
      meetingType: 'training-session',
      scheduledDate: '2030-06-02T09:00:00+10:00',
      attendees: 1,
    },
  ],
  [bookings.updateBooking, { note: 'Called back' }],
  [bookings.rescheduleBooking, { scheduledDate: '2026-12-01T10:00:00+11:00' }],
  [managedBookings.manageBooking, { action: 'cancel' }],
  [tasks.updateTask, { action: 'reopen' }],
  [tasks.changeTasks, { tasks: [NOBODY], change: { action: 'assign', assigneeId: null } }],
  [tasks.logCall, { outcome: 'no_answer', note: null, again: null }],
  [timeline.addNote, { note: 'Prefers mornings' }],
  [messages.previewRetry, { messages: { ids: [NOBODY] } }],
  [messages.retryMessages, { messages: { ids: [NOBODY] } }],
  [notifications.readNotifications, {}],
  [notifications.endPush, { endpoint: 'https://push.example.com/device' }],
  [
    notifications.startPush,
    { endpoint: 'https://push.example.com/device', keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } },
  ],
  [tasks.setTaskDigest, { daily: false }],
  [requestedCalls.changeRequestedCall, { action: 'cancel' }],
  [calendarConsent.startCalendarConsent, { service: 'google' }],
  [calendars.listCalendars, { address: 'http://127.0.0.1:9/', user: 'dana', password: 'x' }],
  [
    calendars.connectCalendar,
    { address: 'http://127.0.0.1:9/', user: 'dana', password: 'x', calendarId: 'http://127.0.0.1:9/work/' },
  ],
  [bdms.createBdm, { name: 'Dana Cole', email: 'dana@lender.example.com' }],
  [bdms.updateBdm, { active: false }],
  [bdms.addLeave, { from: '2030-06-03T09:00:00+10:00', to: '2030-06-04T09:00:00+10:00', reason: 'Dentist' }],
  [portalAccounts.brokerSignIn, { email: 'nobody@example.com', password: PASSWORD }],
  [portalAccounts.brokerSignInVerify, { challenge: 'garbled', code: '000000' }],
  [portalAccounts.registerBroker, newcomer],
  [portalAccounts.checkRegistration, { token: 'garbled' }],
  [portalAccounts.verifyBroker, { token: 'garbled' }],
  [portalAccounts.resendVerification, { email: 'nobody@example.com' }],
  [portalAccounts.ownAccount.forgotPassword, { email: 'nobody@example.com' }],
  [portalAccounts.ownAccount.checkReset, { token: 'garbled' }],
  [portalAccounts.ownAccount.resetPassword, { token: 'garbled', newPassword: PASSWORD }],
  [portalAccounts.updateProfile, { name: 'Petra Quill', phone: '0491 570 156' }],
  [portalAccounts.ownAccount.changePassword, { currentPassword: WRONG, newPassword: PASSWORD }],
  [portalAccounts.ownAccount.startTwoFactor, { password: WRONG }],
  [portalAccounts.ownAccount.confirmTwoFactor, { code: '000000' }],
  [portalAccounts.ownAccount.stopTwoFactor, { password: WRONG }],
  [merging.mergeBrokers, { brokerId: NOBODY - 1 }],
  [brokers.createBroker, { name: 'Wei Li', phone: '(02) 5550 1234', email: 'wei.li@example.com' }],
  [brokers.updateBroker, { name: 'Wei Li' }],
  [bulkChanges.countSelection, { selection: { ids: [NOBODY] } }],
  [bulkChanges.assignBdmInBulk, { selection: { ids: [NOBODY] }, bdmId: null }],
  [bulkChanges.setBasisInBulk, { selection: { ids: [NOBODY] }, callBasis: 'none' }],
  [bulkChanges.suppressInBulk, { selection: { ids: [NOBODY] }, reason: 'Asked by letter' }],
  [bulkChanges.changeAudienceInBulk, { selection: { ids: [NOBODY] }, audienceId: NOBODY }],
  [savedViews.createSavedView, { list: 'brokers', name: 'Sydney', query: { region: 'NSW' } }],
  [savedViews.updateSavedView, { name: 'Sydney' }],
  [voiceSettings.updateVoiceSettings, { ambience: 'off' }],
  [numberSource.setNumberSource, { numberSource: 'the directory of your association' }],
  [suppressions.addSuppression, { phoneNumber: '(02) 5550 1234', reason: 'Asked by letter' }],
  [calls.testCall, { phoneNumber: '(02) 5550 1234', campaignId: NOBODY }],
  [campaigns.createCampaign, { name: 'Spring', product: 'Flex', callScript: 'Hello {{firstName}}' }],
  [campaignDrafts.previewScript, { callScript: 'Hello {{firstName}}' }],
  [campaignDrafts.speakScript, { callScript: 'Hello' }],
  [
    campaignDrafts.estimateReach,
    {
      ...{
        callStartTime: '09:00',
        callEndTime: '17:00',
        timezone: 'Australia/Sydney',
        callDaysOfWeek: ['1'],
      },
      ...{ respectLocalTime: true, maxConcurrentCalls: 5 },
    },
  ],
  [
    campaignTemplates.createTemplate,
    { name: 'Rate drop', settings: { product: 'Flex', callScript: 'Hello {{firstName}}' } },
  ],
  [campaignTemplates.renameTemplate, { name: 'Rate drop' }],
  [brand.updateBrand, { colour: null }],
  [campaigns.updateCampaign, { status: 'paused' }],
  [reviews.claimDocument, { claim: true }],
  [reviews.decideDocument, { action: 'reject', reason: 'Pages are missing.' }],
  [reviews.askForDocument, { documentTypeId: 1, note: 'The current one, please' }],
  [
    types.createDocumentType,
    {
      name: 'Letter',
      category: 'professional',
      required: false,
      expires: false,
      maxFileSize: 1_048_576,
      validityMonths: null,
    },
  ],
  [types.updateDocumentType, { name: 'Letter' }],
  [types.saveRejectionReasons, { texts: ['Pages are missing.'] }],
  [microsites.createMicrosite, { ...micrositeFields, campaignId: NOBODY }],
  [microsites.previewMicrosite, { heroTitle: 'Premium Home Loan' }],
  [microsites.updateMicrosite, { title: 'Premium Home Loan' }],
  [organisation.updateOrganisation, { agentName: 'Alex' }],
  [reports.setReportSubscription, { weekly: false }],
  [setup.putSetupAway, { putAway: false }],
  [backups.updateBackupSettings, { hour: 2 }],
  [retention.previewRetention, { periods: {} }],
  [retention.updateRetention, { periods: { jobs: { count: 90, unit: 'days' } } }],
  [sessionLimits.updateSessionLimits, { staffDays: 7 }],
  // no server listens there: the answer is 400, and nothing changes
  [
    signOn.updateSignOn,
    {
      ...{
        issuer: 'http://127.0.0.1:9',
        clientId: 'brokerline',
        clientSecret: 'secret',
        label: 'Example Bank',
      },
      ...{ groupsClaim: 'groups', groups: [{ group: 'staff', role: 'viewer' }], trustsEmails: false },
    },
  ],
  [stepUp.confirmIdentity, { password: WRONG }],
  [stepUp.confirmIdentityByPasskey, { response: noPasskey }],
  [signOn.testSignOn, { issuer: 'http://127.0.0.1:9' }],
  [signOn.enforceSignOn, { enforced: false, breakGlassUserId: null }],
  [mentions.addFeed, { name: 'News', url: 'https://news.example/feed' }],
  [findingsOfMany.clearFlagged, { brokers: [{ id: NOBODY }], notes: 'Another person' }],
  [findingsOfMany.decideFindingOfMany, { action: 'dismiss', notes: 'Wrong column' }],
  [mentions.saveKeywords, { keywords: [{ word: 'fraud', weight: 60 }] }],
  [audiences.createAudience, { name: 'Sydney', rules: [] }],
  [audiences.updateAudience, { name: 'Sydney' }],
  [audiences.countAudience, { rules: [] }],
  [livingRegisters.watchLicensee, { number: '990801' }],
  [livingRegisters.addProspects, {}],
  [scoring.calculateScores, { month: '2024-07' }],
  [scoring.updateTier, { brokerId: NOBODY, scoreMonth: '2024-07', tier: 'Neutral', reason: 'Knows why' }],
  [contests.makeContest, { kind: 'file_check', reference: 'general', reason: 'It was a PDF' }],
  [contests.answerContest, { outcome: 'upheld', answer: 'It was encrypted.' }],
  [contestLinks.contestByLink, { kind: 'file_check', reference: 'general', reason: 'It was a PDF' }],
  [complaints.makeComplaint, { words: 'It rang twice' }],
  [complaints.recordComplaint, { channel: 'letter', words: 'It rang twice', name: 'Mira Fox' }],
  [complaints.answerComplaint, { outcome: 'upheld', answer: 'You are right.' }],
  [scoreAppeals.makeAppeal, { reason: 'Not mine' }],
  [scoreAppeals.answerAppeal, { outcome: 'upheld', answer: 'You are right.' }],
  [
    callingRules.saveCallingRules,
    {
      ...{ rules: { ...WIDEST, words: [], recording: 'announced' }, validFrom: null, validTo: null },
      ...{ source: 'Board decision', note: '' },
    },
  ],
  [scorecards.saveDraft, { rules: deliveredRules, note: '' }],
  [scorecards.publishDraft, { note: 'Weighs defaults more' }],
  [loans.remapLoanImport, { mapping: {} }],
  [surveillance.updateSurveillanceSettings, { fourEyes: false }],
  [surveillance.checkBroker, { checkType: 'asic_banned' }],
  [surveillance.reviewBroker, { action: 'clear', notes: 'Another person' }],
  [imports.remapImport, { onExisting: 'skip' }],
  [telephony.rentNumber, { areaCode: '02' }],
  [telephony.importIntoVapi, { phoneNumber: '+61491570156' }],
  [
    team.inviteMember,
    { email: 'ines.novak@staff.example', firstName: 'Ines', lastName: 'Novak', role: 'viewer' },
  ],
  [team.updateMember, { firstName: 'Ines' }],
  [team.checkInvitation, { token: 'garbled' }],
  [team.acceptInvitation, { token: 'garbled', password: PASSWORD }],
  [webhookEndpoints.createWebhook, { name: 'CRM', url: 'http://127.0.0.1:9/', events: ['broker.changed'] }],
  [webhookEndpoints.updateWebhook, { name: 'CRM' }],
  [webhookEndpoints.rotateWebhookSecret, { overlapHours: 0 }],
  [webhookDeliveries.replayRange, { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }],
  [vault.startVaultRun, { kind: 'integrity' }],
])
