import { renderToStaticMarkup } from 'react-dom/server'
import type { Lender, MailDocument, MailFacts, MailKind } from '#contract/microsites/pages.ts'
import { accountChanged, accountExists, resetPassword, staffInvited, verifyEmail } from './account-mails.tsx'
import { applicationDecided, applicationReceived, draftSaved } from './application-mails.tsx'
import {
  bookingCancelled,
  bookingConfirmed,
  bookingMoved,
  bookingNotice,
  bookingReminder,
  bookingUnconfirmed,
  bookingUpdated,
} from './booking-mails.tsx'
import { bdmBrief } from './brief-mail.tsx'
import {
  complaintAnswered,
  complaintReceived,
  contestAnswered,
  contestReceived,
  decisionsLink,
} from './contest-mails.tsx'
import {
  accreditationChanged,
  appealAnswered,
  documentAsked,
  documentDecided,
  documentExpired,
  documentExpiring,
  documentRequired,
  documentsExpiringStaff,
} from './document-mails.tsx'
import { linkRequested } from './link-mail.tsx'
import { MailFrame } from './MailFrame.tsx'
import { type Mail, oneLine, subjectLine, textPart } from './mail.ts'
import { complianceAlert, staffReport, standstill, tasksDigest } from './operator-mails.tsx'
import { weeklyReport } from './report-mails.tsx'

const mails: { [Kind in MailKind]: (lender: Lender, facts: MailFacts[Kind]) => Mail } = {
  booking_unconfirmed: bookingUnconfirmed,
  booking_confirmed: bookingConfirmed,
  booking_moved: bookingMoved,
  booking_updated: bookingUpdated,
  booking_cancelled: bookingCancelled,
  booking_reminder: bookingReminder,
  booking_notice: bookingNotice,
  link_requested: linkRequested,
  draft_saved: draftSaved,
  application_received: applicationReceived,
  application_decided: applicationDecided,
  verify_email: verifyEmail,
  account_exists: accountExists,
  reset_password: resetPassword,
  staff_invited: staffInvited,
  account_changed: accountChanged,
  document_decided: documentDecided,
  document_asked: documentAsked,
  document_required: documentRequired,
  document_expiring: documentExpiring,
  document_expired: documentExpired,
  tasks_digest: tasksDigest,
  bdm_brief: bdmBrief,
  weekly_report: weeklyReport,
  documents_expiring_staff: documentsExpiringStaff,
  standstill,
  compliance_alert: complianceAlert,
  staff_report: staffReport,
  accreditation_changed: accreditationChanged,
  appeal_answered: appealAnswered,
  contest_received: contestReceived,
  contest_answered: contestAnswered,
  decisions_link: decisionsLink,
  complaint_received: complaintReceived,
  complaint_answered: complaintAnswered,
}

/** Both parts of a mail and its subject, ready to send. */
export function renderMail<Kind extends MailKind>(
  kind: Kind,
  lender: Lender,
  facts: MailFacts[Kind],
): MailDocument {
  const mail = mails[kind](lender, facts)
  const subject = subjectLine(mail.subject)
  const document = (
    <MailFrame lender={lender} subject={subject} preview={oneLine(mail.preview)}>
      {mail.body}
    </MailFrame>
  )
  return {
    subject,
    html: `<!doctype html>${renderToStaticMarkup(document)}`,
    text: textPart(lender, mail.text),
  }
}
