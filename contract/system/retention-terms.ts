import type { Period } from './retention-periods.ts'

/** Kinds of data that are removed some time after they were made, in the groups of the settings. */
export const retentionGroups = [
  { title: 'Calls and messages', kinds: ['recordings', 'transcripts', 'calls', 'messages'] },
  { title: 'Meetings, tasks and visits', kinds: ['meetings', 'tasks', 'visits'] },
  {
    title: 'Imports, applications and documents',
    kinds: ['importPreviews', 'importRows', 'drafts', 'declinedFiles', 'replacedDocuments'],
  },
  { title: 'Logs', kinds: ['signIns', 'audit', 'jobs', 'webhooks'] },
] as const
export const retentionKinds = retentionGroups.flatMap(({ kinds }) => [...kinds])
export type RetentionKind = (typeof retentionKinds)[number]

export interface RetentionTerms {
  /** In the plural. */
  label: string
  /** One of them, for counts. */
  noun: string
  /** The data that is removed, and the start of the period. */
  removes: string
  /** The related data that stays; null: none. */
  keeps: string | null
  /** Why the recommended period is so long and no longer. */
  reason: string
  /** Recommended, and that of a new installation. */
  usual: Period
  /** No shorter period can be saved. */
  least: Period
  /** Why not. */
  because: string
}

const days = (count: number): Period => ({ count, unit: 'days' })
const months = (count: number): Period => ({ count, unit: 'months' })
const years = (count: number): Period => ({ count, unit: 'years' })

const SEVEN_YEARS =
  'Credit licensees keep their financial records for seven years (National Credit Act, section 95).'

/**
 * The periods of a new installation. The Privacy Act (APP 11.2) requires that personal information is destroyed once no
 * permitted purpose needs it, and names no periods: where no other law is named, they are our own choice.
 */
export const retentionTerms: Record<RetentionKind, RetentionTerms> = {
  recordings: {
    label: 'Call recordings',
    noun: 'recording',
    removes: 'call audio, from the end of the call',
    keeps: 'the call and its transcript',
    reason: 'Long enough to hear a call again when somebody complains about it.',
    usual: months(12),
    least: days(30),
    because: 'a complaint about a call can only be judged by hearing it.',
  },
  transcripts: {
    label: 'Transcripts and summaries',
    noun: 'transcript',
    removes: 'the transcript, summary and script of a call, from the end of the call',
    keeps: 'the broker’s response',
    reason: 'They show what a broker asked for, and are needed longer than the audio.',
    usual: years(2),
    least: days(30),
    because: 'a complaint about a call can only be judged by what was said.',
  },
  calls: {
    label: 'Call details',
    noun: 'call',
    removes: 'the number and broker of a call, with recording and transcript, from the end of the call',
    keeps: 'result, time and the decision to call',
    reason: `Shows who was called and when. ${SEVEN_YEARS}`,
    usual: years(7),
    least: years(1),
    because: 'they show that nobody was called more often than is allowed.',
  },
  messages: {
    label: 'Emails and SMS',
    noun: 'message',
    removes: 'sent and received messages and their short links, from the day they were written',
    keeps: 'the timeline and opt-outs',
    reason: `Shows what was sent, to whom, and what they answered. ${SEVEN_YEARS}`,
    usual: years(7),
    least: days(60),
    because: 'under the Spam Act the unsubscribe in a message works for at least 30 days.',
  },
  meetings: {
    label: 'Meeting details',
    noun: 'meeting',
    removes: 'name, address, number, agenda and note, from the end of the meeting',
    keeps: 'its time and your BDM',
    reason: 'Reports on past meetings do not need names.',
    usual: years(2),
    least: days(30),
    because: 'whether somebody came is still entered after the meeting.',
  },
  tasks: {
    label: 'Closed tasks',
    noun: 'task',
    removes: 'closed tasks with their notes, and past requested calls, from the day they closed',
    keeps: 'open tasks and planned calls',
    reason: 'Long enough to see that a promise was kept.',
    usual: years(2),
    least: days(30),
    because: 'a complaint about a promised call can only be judged by them.',
  },
  visits: {
    label: 'Microsite visits',
    noun: 'visit',
    removes: 'single visits, from the day of the visit',
    keeps: 'the counts by day and tag',
    reason: 'Reports read the counts; single visits only tell which one led to a booking.',
    usual: years(2),
    least: days(31),
    because: 'a booking belongs to the last visit of the 30 days before it.',
  },
  importPreviews: {
    label: 'Abandoned imports',
    noun: 'list',
    removes: 'lists that were uploaded and never imported, from the upload',
    keeps: null,
    reason: 'A preview that nobody imported for a week was abandoned.',
    usual: days(7),
    least: days(1),
    because: 'somebody may still be working on the preview.',
  },
  importRows: {
    label: 'Rows of imported lists',
    noun: 'list',
    removes: 'rows of an imported list, rejected ones too, from the upload',
    keeps: 'the brokers; the import can still be undone',
    reason: 'Rejected rows are corrected and uploaded again within weeks.',
    usual: days(90),
    least: days(7),
    because: 'rejected rows have to be corrected and uploaded again.',
  },
  drafts: {
    label: 'Unsubmitted applications',
    noun: 'application',
    removes: 'drafts with their files, from the day they were started',
    keeps: null,
    reason: 'The link in the applicant’s email opens the draft for 30 days.',
    usual: days(30),
    least: days(30),
    because: 'the link in the applicant’s email promises so.',
  },
  declinedFiles: {
    label: 'Files of declined applications',
    noun: 'application',
    removes: 'the files, from the decision',
    keeps: 'the application, its reason and its history',
    reason: 'Long enough to question the decision or to apply again.',
    usual: months(12),
    least: days(90),
    because: 'the applicant may question the decision.',
  },
  replacedDocuments: {
    label: 'Replaced documents',
    noun: 'version',
    removes:
      'versions replaced by a newer one, with their files, from the upload or approval of the newer one',
    keeps: 'the audit log',
    reason: `Shows what an accreditation rested on. ${SEVEN_YEARS}`,
    usual: years(7),
    least: days(90),
    because: 'a decision on the newer version may be taken back.',
  },
  signIns: {
    label: 'Sign-in records',
    noun: 'record',
    removes: 'who signed in or failed to, and from which address, from that day',
    keeps: 'the entry, without the person and the address',
    reason: 'Break-ins are often found months later.',
    usual: months(12),
    least: days(90),
    because: 'a break-in is traced by them.',
  },
  audit: {
    label: 'Names in the audit log',
    noun: 'row',
    removes: 'names, addresses and numbers in all other entries, from the day of each',
    keeps: 'what was done, when and to which record',
    reason: `Shows who decided what. ${SEVEN_YEARS}`,
    usual: years(7),
    least: years(1),
    because: 'they show who decided what.',
  },
  jobs: {
    label: 'Job log and failed jobs',
    noun: 'job',
    removes: 'job log entries and failed jobs, from their last attempt',
    keeps: null,
    reason: 'Long enough to find the cause and to try again. Callbacks are not stored in full at any time.',
    usual: days(90),
    least: days(7),
    because: 'somebody has to see that they failed.',
  },
  webhooks: {
    label: 'Webhook events',
    noun: 'event',
    removes: 'events that were sent to other programs, with their log, from the event',
    keeps: 'events that are still retried',
    reason: 'Long enough to send them again after an outage of the receiving program.',
    usual: days(30),
    least: days(7),
    because: 'they are retried for three days, and a person has to see that they failed.',
  },
}
