import * as accounts from '#contract/accounts.ts'
import * as accreditations from '#contract/accreditations.ts'
import * as analytics from '#contract/analytics.ts'
import * as applications from '#contract/applications.ts'
import * as audiences from '#contract/audiences.ts'
import * as bdmBrief from '#contract/bdm-brief.ts'
import * as bdmCalendars from '#contract/bdm-calendars.ts'
import * as bdms from '#contract/bdms.ts'
import * as bestHours from '#contract/best-hours.ts'
import * as bookingList from '#contract/booking-list.ts'
import * as bookings from '#contract/bookings.ts'
import * as brand from '#contract/brand.ts'
import * as brokerAccounts from '#contract/broker-accounts.ts'
import * as brokerMerge from '#contract/broker-merge.ts'
import * as brokers from '#contract/brokers.ts'
import * as bulkChanges from '#contract/bulk-changes.ts'
import * as callingClock from '#contract/calling-clock.ts'
import * as calls from '#contract/calls.ts'
import * as campaignDrafts from '#contract/campaign-drafts.ts'
import * as campaignHistory from '#contract/campaign-history.ts'
import * as campaignTemplates from '#contract/campaign-templates.ts'
import * as campaigns from '#contract/campaigns.ts'
import * as complianceReport from '#contract/compliance-report.ts'
import * as dashboard from '#contract/dashboard.ts'
import * as dialling from '#contract/dialling.ts'
import * as documentPictures from '#contract/document-pictures.ts'
import * as documentReviews from '#contract/document-reviews.ts'
import * as documentTypes from '#contract/document-types.ts'
import * as documents from '#contract/documents.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as findingsOfMany from '#contract/findings-of-many.ts'
import * as imports from '#contract/imports.ts'
import * as liveCalls from '#contract/live-calls.ts'
import * as liveness from '#contract/liveness.ts'
import * as livingRegisters from '#contract/living-registers.ts'
import * as loans from '#contract/loans.ts'
import * as managedBookings from '#contract/managed-bookings.ts'
import * as mentions from '#contract/mentions.ts'
import * as messages from '#contract/messages.ts'
import * as microsites from '#contract/microsites.ts'
import * as needs from '#contract/needs.ts'
import * as notifications from '#contract/notifications.ts'
import * as numberSource from '#contract/number-source.ts'
import * as organisation from '#contract/organisation.ts'
import * as portal from '#contract/portal.ts'
import * as recordChanges from '#contract/record-changes.ts'
import * as registers from '#contract/registers.ts'
import * as reports from '#contract/reports.ts'
import * as requestedCalls from '#contract/requested-calls.ts'
import * as retention from '#contract/retention.ts'
import * as savedViews from '#contract/saved-views.ts'
import * as scoreAppeals from '#contract/score-appeals.ts'
import * as scorecards from '#contract/scorecards.ts'
import * as scoring from '#contract/scoring.ts'
import * as sessionLimits from '#contract/session-limits.ts'
import * as setup from '#contract/setup.ts'
import * as staffBookings from '#contract/staff-bookings.ts'
import * as suppressions from '#contract/suppressions.ts'
import * as surveillance from '#contract/surveillance.ts'
import * as system from '#contract/system.ts'
import * as tasks from '#contract/tasks.ts'
import * as team from '#contract/team.ts'
import * as telephony from '#contract/telephony.ts'
import * as timeline from '#contract/timeline.ts'
import * as today from '#contract/today.ts'
import * as vault from '#contract/vault.ts'
import { forEachVendor, vendorFacts } from '#contract/vendors.ts'
import * as voiceSettings from '#contract/voice-settings.ts'

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  )
}

/** Every endpoint that the contract declares. */
export const endpoints: readonly Endpoint[] = [
  accounts,
  accounts.ownAccount,
  accreditations,
  applications,
  audiences,
  bdmBrief,
  bdmCalendars,
  bdms,
  bestHours,
  bookingList,
  bookings,
  staffBookings,
  managedBookings,
  suppressions,
  brand,
  brokerAccounts,
  brokerAccounts.ownAccount,
  brokerMerge,
  brokers,
  bulkChanges,
  calls,
  campaignDrafts,
  campaignHistory,
  campaignTemplates,
  callingClock,
  campaigns,
  dashboard,
  today,
  analytics,
  complianceReport,
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
  numberSource,
  organisation,
  portal,
  recordChanges,
  registers,
  reports,
  retention,
  savedViews,
  sessionLimits,
  setup,
  surveillance,
  requestedCalls,
  scoring,
  scorecards,
  scoreAppeals,
  loans,
  system,
  tasks,
  team,
  telephony,
  forEachVendor((vendor) => vendorFacts[vendor].callback),
  timeline,
  vault,
  voiceSettings,
].flatMap((file) => Object.values(file).filter(isEndpoint))
