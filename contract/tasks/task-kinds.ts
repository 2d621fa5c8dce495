import type { Action } from '#contract/policy.ts'

interface KindTerms {
  label: string
  /** The noun after a number: singular and plural. */
  counted: readonly [string, string]
  /** The action that a person has to take, in a sentence. */
  todo: string
  /** Hours from the occasion until it is overdue. */
  hours: number
  /** The permission to work on it. */
  right: Action
  /** A person has to be rung. */
  ring?: true
}

/** A kind has an entry here and one in `settled.views.ts`, which ends its tasks. */
const terms = {
  call_back: {
    label: 'Call back',
    counted: ['broker to call back', 'brokers to call back'],
    todo: 'Ring them back: they asked for a person or a call, or did not confirm what they asked for.',
    hours: 4,
    right: 'bookings.write',
    ring: true,
  },
  requested_call: {
    label: 'Requested call',
    counted: ['requested call planned', 'requested calls planned'],
    todo: 'Nothing while it is planned: the agent calls them at the time that they asked for. Move or cancel it on the broker’s page.',
    hours: 1,
    right: 'calls.dial',
  },
  opt_out_unclear: {
    label: 'Unclear opt-out',
    counted: ['possible opt-out to read', 'possible opt-outs to read'],
    todo: 'Read what they wrote, or listen to the recording. If they want no more contact, leave the number on hold; otherwise remove the hold from the suppression list.',
    hours: 4,
    right: 'suppressions.remove',
  },
  meeting_wanted: {
    label: 'Wants a meeting',
    counted: ['broker wants a meeting', 'brokers want a meeting'],
    todo: 'Agree on a time with them and book it.',
    hours: 24,
    right: 'bookings.write',
    ring: true,
  },
  meeting_differs: {
    label: 'Meeting at another time',
    counted: ['meeting booked at another time', 'meetings booked at other times'],
    todo: 'Check with them that the booked time suits, or reschedule it.',
    hours: 4,
    right: 'bookings.write',
    ring: true,
  },
  meeting_unmarked: {
    label: 'Was the meeting held?',
    counted: ['meeting to mark', 'meetings to mark'],
    todo: 'Mark the meeting as held or no-show.',
    hours: 24,
    right: 'bookings.write',
  },
  import_failed: {
    label: 'Import failed',
    counted: ['failed import', 'failed imports'],
    todo: 'Open the import, and start it again or undo it.',
    hours: 24,
    right: 'brokers.import',
  },
  application_overdue: {
    label: 'Application waits for review',
    counted: ['application overdue', 'applications overdue'],
    todo: 'Decide on the application or ask for what is missing.',
    hours: 24,
    right: 'applications.review',
  },
  document_overdue: {
    label: 'Document waits for review',
    counted: ['document overdue', 'documents overdue'],
    todo: 'Approve or reject the document.',
    hours: 24,
    right: 'documents.review',
  },
  call_unknown: {
    label: 'Call outcome unknown',
    counted: ['call with an unknown outcome', 'calls with an unknown outcome'],
    todo: 'Look the call up at the voice vendor before anybody rings: the broker may have been called.',
    hours: 24,
    right: 'bookings.write',
  },
  number_challenged: {
    label: 'Calling number not presented properly',
    counted: ['calling number not presented properly', 'calling numbers not presented properly'],
    todo: 'Ask the vendor to register the number and its caller ID with the carriers, or call from another number: Settings, Phone Numbers.',
    hours: 24,
    right: 'numbers.write',
  },
  rate_not_offered: {
    label: 'Rate not in the offer',
    counted: ['call with a rate that is not in the offer', 'calls with rates that are not in the offer'],
    todo: 'Listen to the call. Tell the broker the rate of the offer, and correct the script if it misled the agent.',
    hours: 24,
    right: 'surveillance.review',
  },
  not_delivered: {
    label: 'Not reached in writing',
    counted: ['broker not reached in writing', 'brokers not reached in writing'],
    todo: 'Ring them and tell them, or correct the email address in their record.',
    hours: 24,
    right: 'bookings.write',
    ring: true,
  },
  compliance_review: {
    label: 'Compliance review',
    counted: ['compliance review', 'compliance reviews'],
    todo: 'Compare the findings with the broker’s record, and clear or suspend them.',
    hours: 24,
    right: 'surveillance.review',
  },
  call_report: {
    label: 'Reported call or message',
    counted: ['reported call or message', 'reported calls and messages'],
    todo: 'Look the number up. If the call or message was not ours, warn the person, and report it at scamwatch.gov.au.',
    hours: 24,
    right: 'surveillance.review',
  },
  register_stale: {
    label: 'Register out of date',
    counted: ['register out of date', 'registers out of date'],
    todo: 'Download the register’s new file from data.gov.au and upload it under Surveillance.',
    hours: 24,
    right: 'registers.import',
  },
  register_unreadable: {
    label: 'Register rows unreadable',
    counted: ['register with unreadable rows', 'registers with unreadable rows'],
    todo: 'Open the unreadable rows under Surveillance, and check the people and companies at asic.gov.au.',
    hours: 24,
    right: 'registers.import',
  },
  register_not_fetched: {
    label: 'Register not fetched',
    counted: ['register not fetched', 'registers not fetched'],
    todo: 'Fetch the register again under Surveillance, or download its file from data.gov.au and upload it.',
    hours: 24,
    right: 'registers.import',
  },
  feed_not_read: {
    label: 'News feed not read',
    counted: ['news feed not read', 'news feeds not read'],
    todo: 'Open the feed’s address. If it has moved, remove the feed under Surveillance and add it again.',
    hours: 24,
    right: 'surveillance.review',
  },
  calendar_not_read: {
    label: 'Calendar not read',
    counted: ['BDM calendar not read', 'BDM calendars not read'],
    todo: 'Ask the BDM for the current address of their calendar and enter it under Bookings, BDMs.',
    hours: 4,
    right: 'bookings.write',
  },
  calendar_disconnected: {
    label: 'Calendar disconnected',
    counted: ['disconnected BDM calendar', 'disconnected BDM calendars'],
    todo: 'Ask the BDM to connect their calendar again under Bookings, BDMs. Until then check their new meetings with them.',
    hours: 24,
    right: 'bookings.write',
  },
  calendar_change: {
    label: 'Change in a calendar not applied',
    counted: ['change in a calendar not applied', 'changes in calendars not applied'],
    todo: 'Agree with the BDM and the broker on the time, and reschedule or cancel the meeting.',
    hours: 4,
    right: 'bookings.write',
  },
  webhook_failing: {
    label: 'Webhook fails',
    counted: ['webhook that fails', 'webhooks that fail'],
    todo: 'Open its log under Settings, Services, Webhooks, and ask the operator of the receiving program. Events of three days are kept and can be sent again.',
    hours: 24,
    right: 'webhooks.write',
  },
  papers_missing: {
    label: 'Applications cannot be submitted',
    counted: ['form without its terms', 'forms without their terms'],
    todo: 'Add the links to the terms and conditions and the privacy policy in Settings, System, Organisation.',
    hours: 4,
    right: 'organisation.write',
  },
  finding_of_many: {
    label: 'One finding about many brokers',
    counted: ['finding about many brokers', 'findings about many brokers'],
    todo: 'Check the import’s columns and the register’s file under Surveillance, then dismiss the finding or flag each broker.',
    hours: 24,
    right: 'surveillance.review',
  },
  check_missed: {
    label: 'Weekly check missed',
    counted: ['weekly check missed', 'weekly checks missed'],
    todo: 'Check why the server did not run on Monday morning.',
    hours: 24,
    right: 'surveillance.check',
  },
  score_appeal: {
    label: 'Appeal against a score',
    counted: ['appeal against a score', 'appeals against scores'],
    todo: 'Look at the score with what the broker says, and answer them.',
    hours: 240,
    right: 'scoring.override',
  },
  contest: {
    label: 'Contested decision',
    counted: ['contested decision', 'contested decisions'],
    todo: 'Look at the decision with what the person says, change it where they are right, and answer them with reasons.',
    hours: 720,
    right: 'contests.answer',
  },
  break_glass_used: {
    label: 'Break-glass sign-in',
    counted: ['break-glass sign-in to check', 'break-glass sign-ins to check'],
    todo: 'Ask the break-glass admin whether it was them and why the single sign-on could not be used. If it was not, reset their password and look through the audit log.',
    hours: 4,
    right: 'team.write',
  },
  complaint: {
    label: 'Complaint about a call',
    counted: ['complaint about a call', 'complaints about calls'],
    todo: 'Acknowledge it within 24 hours, listen to the call, and answer within 30 days.',
    hours: 24,
    right: 'complaints.answer',
  },
} satisfies Record<string, KindTerms>

export type TaskKind = keyof typeof terms
export const taskTerms: Record<TaskKind, KindTerms> = terms
export const taskKinds = Object.keys(terms) as [TaskKind, ...TaskKind[]] // the keys of the table above
