import type { ApplicationStatus, Draft, Submission } from '#contract/accreditations/accreditations.ts'
import type { BriefMail } from '#contract/bookings/bdm-brief.ts'
import type { BookingMail } from '#contract/bookings/booking-mail.ts'
import type { AvailabilityDay, ManagedBooking } from '#contract/bookings/bookings.ts'
import type { ContestMails, OwnDecisionsFacts } from '#contract/contests/contest-facts.ts'
import type { UnsubscribeFacts, WeeklyReport } from '#contract/dashboard/reports.ts'
import type { ServiceStatus } from '#contract/system/service-status.ts'
import type { MicrositeContent } from './microsites.ts'
import type { VerifyFacts } from './verify-page.ts'

/** The lender as its public pages and messages name it. */
export interface Lender {
  name: string
  legalName: string
  abn: string
  /** As people write it; empty where none is set. */
  contactPhone: string
  address: string
  privacyUrl: string
  termsUrl: string
  brand: {
    /** '#rrggbb'; null: the colour of the product. */
    colour: string | null
    /** Shown in place of the name. `path` within this installation, `url` from anywhere. */
    logo: { path: string; url: string; width: number; height: number } | null
  }
}

/** The facts common to every public page. */
interface PageFacts {
  lender: Lender
  /** Canonical address, for Open Graph. */
  url: string
}

export interface OfferFacts {
  product: string
  /** A decimal such as '6.140'. */
  rate: string | null
  rateType: string
  comparisonRate: string | null
  description: string | null
}

export interface MicrositePageFacts extends PageFacts {
  title: string
  content: MicrositeContent
  /** null: the campaign was deleted. */
  offer: OfferFacts | null
  /** The query that the links to booking and accreditation hand on, e.g. 'broker=7&site=spring'. */
  carried: string
}

export interface OfferPageFacts extends PageFacts {
  offer: OfferFacts
  broker: number | null
  /** Shows that the link was sent to the broker. */
  brokerKey: string | null
}

export interface BookingPageFacts extends PageFacts {
  broker: number | null
  /** From a link that was sent to the broker. */
  brokerKey: string | null
  /** Attribution from the microsite's link; null where the visitor used no such link. */
  cameFrom: string | null
  /** The server's time, so that browser and server show the same day. */
  now: string
  /** The signed time at which the page was opened; the form sends it back. */
  formTime: string
  /** Days of the shown month, from today on. */
  days: AvailabilityDay[]
  /** Of the broker whose signed link opened the page; null: the browser's zone is shown. */
  zone: string | null
}

export interface ManagePageFacts extends PageFacts {
  token: string
  now: string
  /** Of the broker who booked; null: the browser's zone is shown. */
  zone: string | null
  booking: ManagedBooking
  days: AvailabilityDay[]
}

export interface AccreditationPageFacts extends PageFacts {
  broker: number | null
  /** Of a signed link; without it the application is attributed to no broker. */
  brokerKey: string | null
  /** Attribution from the microsite's link; null where the visitor used no such link, and for a saved form. */
  cameFrom: string | null
  /** The signed time at which the page was opened; the form sends it back. */
  formTime: string
  /** The saved draft; null for a new form. */
  draft: Draft | null
  /** Applications cannot be submitted: the lender has linked no terms and no privacy policy. */
  isClosed: boolean
}

export interface OwnDecisionsPageFacts extends PageFacts, OwnDecisionsFacts {}

/** The hydrated pages, with the facts that browser and server share. */
export interface LivePageFacts {
  booking: BookingPageFacts
  manageBooking: ManagePageFacts
  accreditation: AccreditationPageFacts
  decisions: OwnDecisionsPageFacts
}
export type LivePage = keyof LivePageFacts

export interface StatusPageFacts extends PageFacts {
  submission: Submission
}

export interface MissingPageFacts extends PageFacts {
  title: string
  text: string
}

export interface UnsubscribePageFacts extends PageFacts, UnsubscribeFacts {}

export interface VerifyPageFacts extends PageFacts, VerifyFacts {}

/** Cached by the service worker and shown where a page cannot be loaded. */
export type OfflinePageFacts = PageFacts

/** The register of automated decisions. */
export type DecisionsPageFacts = PageFacts

/** In place of any page while the server cannot make it; made without the database. */
export interface FaultPageFacts {
  title: string
  text: string
}

/** Every kind of mail with its facts. */
export interface MailFacts extends ContestMails {
  /** To a person who may not have made the request, so it repeats no input but the name. */
  booking_unconfirmed: Omit<BookingMail, 'agenda' | 'videoLink'> & {
    /** e.g. 'Tue 24 Nov, 10:00 am AEDT'. */
    until: string
  }
  booking_confirmed: BookingMail & {
    /** True when the booking was attributed by a personal link, which another person may have used. */
    attributed: boolean
  }
  booking_moved: BookingMail
  /** Another video link. */
  booking_updated: BookingMail
  booking_cancelled: Omit<BookingMail, 'manageUrl' | 'videoLink'> & { bookUrl: string }
  booking_reminder: BookingMail & { ahead: 'day' | 'hour' }
  /** To the BDM. */
  booking_notice: Omit<BookingMail, 'manageUrl'> & {
    change: 'booked' | 'moved' | 'updated' | 'cancelled'
    visitor: string
    contact: string
    url: string
  }
  /**
   * A link that somebody asked for in a call, sent by mail where no text message can be delivered. `product`: of an
   * offer.
   */
  link_requested: {
    name: string
    what: 'offer' | 'accreditation' | 'meeting'
    product: string
    url: string
    /** The page with the decisions about the broker; null: not an offer, or no broker. */
    decisionsUrl: string | null
  }
  draft_saved: { firstName: string; resumeUrl: string; expires: string }
  application_received: { firstName: string; statusUrl: string }
  application_decided: {
    firstName: string
    status: Extract<ApplicationStatus, 'approved' | 'declined' | 'info_requested'>
    reason: string | null
    /** Required documents that are still missing; only after an approval. */
    outstanding: readonly string[]
    /** Where they are uploaded. */
    portalUrl: string
    /** The form where more information was requested, else the status page. */
    url: string
    decisionsUrl: string
  }
  /** The link that completes a registration for the portal. */
  verify_email: {
    name: string
    verifyUrl: string
    expires: string
    /** There is a staff account with this address: its password stays, the one that was typed is not used. */
    keepsPassword: boolean
  }
  /** A registration with the address of an existing account. */
  account_exists: { name: string; signInUrl: string; forgotUrl: string }
  reset_password: { name: string; resetUrl: string }
  /** To somebody who is to join the staff; the link expires. */
  staff_invited: { name: string; role: string; acceptUrl: string; expires: string }
  /** After a change of password or two-factor: so that a stranger's change is noticed. */
  account_changed: {
    name: string
    change: 'password' | 'two_factor_on' | 'two_factor_off' | 'passkey_added' | 'passkey_removed'
    portalUrl: string
  }
  /** Before a document counts that brokers did not have to give until now. */
  document_required: { name: string; typeName: string; from: string; portalUrl: string }
  document_decided: {
    name: string
    typeName: string
    status: 'approved' | 'rejected'
    reason: string | null
    /** Formatted for people; null where it does not expire. */
    expires: string | null
    portalUrl: string
  }
  document_asked: { name: string; typeName: string; note: string; portalUrl: string }
  document_expiring: { name: string; typeName: string; expires: string; daysLeft: number; portalUrl: string }
  document_expired: {
    name: string
    typeName: string
    expires: string
    /** True when a newer version is waiting for review. */
    renewalWaits: boolean
    portalUrl: string
    decisionsUrl: string
  }
  /** To reviewers: the documents that expire within the next days. */
  tasks_digest: {
    tasks: readonly { what: string; who: string; overdue: boolean }[]
    more: number
    url: string
  }
  bdm_brief: BriefMail
  /** To staff who subscribed, on Mondays: last week compared with the week before. */
  weekly_report: WeeklyReport & { name: string; unsubscribeUrl: string }
  documents_expiring_staff: {
    documents: readonly { broker: string; typeName: string; expires: string }[]
    /** Number of documents that the mail does not list. */
    more: number
    url: string
  }
  /** To reviewers: new findings of screening that no earlier mail listed. */
  compliance_alert: {
    brokers: readonly { name: string; what: string; risk: number }[]
    more: number
    url: string
  }
  /** To staff who handle it: a matter that is about no single broker. */
  staff_report: {
    title: string
    details: string
    lines: readonly string[]
    /** Number of lines that the mail does not list. */
    more: number
    /** The screen where it is dealt with, and the words on its link. */
    url: string
    label: string
  }
  /** To admins: calls are due, and a queue or all workers have made no progress for minutes. */
  standstill: {
    /** One sentence for each queue without progress. */
    sentences: readonly string[]
    url: string
  }
  accreditation_changed: {
    name: string
    status: 'accredited' | 'lapsed'
    missing: readonly string[]
    portalUrl: string
    decisionsUrl: string
  }
}
export type MailKind = keyof MailFacts

export interface MailDocument {
  subject: string
  html: string
  text: string
}

/** Public pages and mails, rendered by the server from the components of the browser's own bundles. */
export interface Pages {
  microsite(facts: MicrositePageFacts): string
  offer(facts: OfferPageFacts): string
  booking(facts: BookingPageFacts): string
  manageBooking(facts: ManagePageFacts): string
  accreditation(facts: AccreditationPageFacts): string
  decisions(facts: OwnDecisionsPageFacts): string
  applicationStatus(facts: StatusPageFacts): string
  /** For pages that do not exist: an unknown slug, a link that was forged or has expired. */
  missing(facts: MissingPageFacts): string
  /** The page behind a link of the Monday email. */
  unsubscribe(facts: UnsubscribePageFacts): string
  verify(facts: VerifyPageFacts): string
  offline(facts: OfflinePageFacts): string
  automatedDecisions(facts: DecisionsPageFacts): string
  serviceStatus(facts: PageFacts & { status: ServiceStatus }): string
  fault(facts: FaultPageFacts): string
  mail<Kind extends MailKind>(kind: Kind, lender: Lender, facts: MailFacts[Kind]): MailDocument
}
