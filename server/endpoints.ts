import * as accounts from '#contract/accounts/accounts.ts'
import * as apiKeys from '#contract/accounts/api-keys.ts'
import * as brokerAccounts from '#contract/accounts/broker-accounts.ts'
import * as recordChanges from '#contract/accounts/record-changes.ts'
import * as sessionLimits from '#contract/accounts/session-limits.ts'
import * as signOn from '#contract/accounts/sign-on.ts'
import * as stepUp from '#contract/accounts/step-up.ts'
import * as team from '#contract/accounts/team.ts'
import * as accreditations from '#contract/accreditations/accreditations.ts'
import * as applications from '#contract/accreditations/applications.ts'
import * as portal from '#contract/accreditations/portal.ts'
import * as bdmBrief from '#contract/bookings/bdm-brief.ts'
import * as bdmCalendars from '#contract/bookings/bdm-calendars.ts'
import * as bdms from '#contract/bookings/bdms.ts'
import * as bookingList from '#contract/bookings/booking-list.ts'
import * as bookings from '#contract/bookings/bookings.ts'
import * as calendarConnections from '#contract/bookings/calendar-connections.ts'
import * as calendarConsent from '#contract/bookings/calendar-consent.ts'
import * as managedBookings from '#contract/bookings/managed-bookings.ts'
import * as staffBookings from '#contract/bookings/staff-bookings.ts'
import * as audiences from '#contract/brokers/audiences.ts'
import * as brokerMerge from '#contract/brokers/broker-merge.ts'
import * as brokers from '#contract/brokers/brokers.ts'
import * as bulkChanges from '#contract/brokers/bulk-changes.ts'
import * as imports from '#contract/brokers/imports.ts'
import * as numberSource from '#contract/brokers/number-source.ts'
import * as savedViews from '#contract/brokers/saved-views.ts'
import * as suppressions from '#contract/brokers/suppressions.ts'
import * as timeline from '#contract/brokers/timeline.ts'
import * as calls from '#contract/calls/calls.ts'
import * as liveCalls from '#contract/calls/live-calls.ts'
import * as requestedCalls from '#contract/calls/requested-calls.ts'
import * as telephony from '#contract/calls/telephony.ts'
import { forEachVendor, vendorFacts } from '#contract/calls/vendors.ts'
import * as voiceSettings from '#contract/calls/voice-settings.ts'
import * as bestHours from '#contract/campaigns/best-hours.ts'
import * as callingClock from '#contract/campaigns/calling-clock.ts'
import * as callingRules from '#contract/campaigns/calling-rules.ts'
import * as campaignDrafts from '#contract/campaigns/campaign-drafts.ts'
import * as campaignHistory from '#contract/campaigns/campaign-history.ts'
import * as campaignTemplates from '#contract/campaigns/campaign-templates.ts'
import * as campaigns from '#contract/campaigns/campaigns.ts'
import * as dialling from '#contract/campaigns/dialling.ts'
import * as complaints from '#contract/contests/complaints.ts'
import * as contestLinks from '#contract/contests/contest-links.ts'
import * as contests from '#contract/contests/contests.ts'
import * as analytics from '#contract/dashboard/analytics.ts'
import * as dashboard from '#contract/dashboard/dashboard.ts'
import * as reports from '#contract/dashboard/reports.ts'
import * as today from '#contract/dashboard/today.ts'
import * as decisions from '#contract/decisions/decisions.ts'
import * as documentPictures from '#contract/documents/document-pictures.ts'
import * as documentReviews from '#contract/documents/document-reviews.ts'
import * as documentTypes from '#contract/documents/document-types.ts'
import * as documents from '#contract/documents/documents.ts'
import * as vault from '#contract/documents/vault.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as messages from '#contract/messages/messages.ts'
import * as notifications from '#contract/messages/notifications.ts'
import * as verification from '#contract/messages/verification.ts'
import * as microsites from '#contract/microsites/microsites.ts'
import * as loans from '#contract/scoring/loans.ts'
import * as scoreAppeals from '#contract/scoring/score-appeals.ts'
import * as scorecards from '#contract/scoring/scorecards.ts'
import * as scoring from '#contract/scoring/scoring.ts'
import * as complianceReport from '#contract/surveillance/compliance-report.ts'
import * as findingsOfMany from '#contract/surveillance/findings-of-many.ts'
import * as livingRegisters from '#contract/surveillance/living-registers.ts'
import * as mentions from '#contract/surveillance/mentions.ts'
import * as registers from '#contract/surveillance/registers.ts'
import * as seals from '#contract/surveillance/seals.ts'
import * as surveillance from '#contract/surveillance/surveillance.ts'
import * as backups from '#contract/system/backups.ts'
import * as brand from '#contract/system/brand.ts'
import * as dataFlows from '#contract/system/data-flows.ts'
import * as liveness from '#contract/system/liveness.ts'
import * as organisation from '#contract/system/organisation.ts'
import * as retention from '#contract/system/retention.ts'
import * as serviceStatus from '#contract/system/service-status.ts'
import * as setup from '#contract/system/setup.ts'
import * as system from '#contract/system/system.ts'
import * as needs from '#contract/tasks/needs.ts'
import * as tasks from '#contract/tasks/tasks.ts'
import * as webhookDeliveries from '#contract/webhooks/webhook-deliveries.ts'
import * as webhookEndpoints from '#contract/webhooks/webhook-endpoints.ts'

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  )
}

/** Every endpoint that the contract declares. */
export const endpoints: readonly Endpoint[] = [
  accounts,
  accounts.ownAccount,
  accounts.ownPasskeys,
  accreditations,
  applications,
  apiKeys,
  audiences,
  bdmBrief,
  bdmCalendars,
  bdms,
  bestHours,
  bookingList,
  bookings,
  calendarConnections,
  calendarConsent,
  staffBookings,
  managedBookings,
  suppressions,
  brand,
  brokerAccounts,
  brokerAccounts.ownAccount,
  brokerAccounts.ownPasskeys,
  brokerMerge,
  brokers,
  bulkChanges,
  calls,
  campaignDrafts,
  campaignHistory,
  campaignTemplates,
  callingClock,
  callingRules,
  campaigns,
  complaints,
  contestLinks,
  contests,
  dashboard,
  dataFlows,
  today,
  analytics,
  complianceReport,
  decisions,
  dialling,
  documentPictures,
  documentReviews,
  documentTypes,
  documents,
  findingsOfMany,
  imports,
  liveCalls,
  liveness,
  livingRegisters,
  mentions,
  messages,
  microsites,
  needs,
  notifications,
  verification,
  numberSource,
  organisation,
  portal,
  recordChanges,
  registers,
  reports,
  backups,
  retention,
  savedViews,
  serviceStatus,
  sessionLimits,
  signOn,
  stepUp,
  setup,
  surveillance,
  requestedCalls,
  scoring,
  scorecards,
  scoreAppeals,
  seals,
  loans,
  system,
  tasks,
  team,
  telephony,
  forEachVendor((vendor) => vendorFacts[vendor].callback),
  timeline,
  vault,
  voiceSettings,
  webhookDeliveries,
  webhookEndpoints,
].flatMap((file) => Object.values(file).filter(isEndpoint))
