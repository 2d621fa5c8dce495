import type { ErasureLine } from '#contract/brokers/erasure.ts'
import type { CallOutcome, CallResponse } from '#contract/calls/calls.ts'
import type { CampaignStatus } from '#contract/campaigns/campaigns.ts'
import type { MessageChannel } from '#contract/messages/messages.ts'
import type { TaskKind } from '#contract/tasks/task-kinds.ts'
import type { SpokenWords } from '#server/providers/ports/vendors.ts'

export interface ChosenOption {
  callId: number
  option: CallResponse
  source: 'key' | 'voice'
  /** The meeting time that they accepted, ISO. */
  slot?: string | null
  /** Of an opt-out from speech. */
  evidence?: SpokenEvidence | null
}

/** The words that an opt-out was read from. */
export interface SpokenEvidence extends SpokenWords {
  /** Of the recording; null: unknown, or the call was not recorded. */
  second: number | null
}

/** Events between modules. Listeners run inside the emitter's transaction. */
export interface AppEvents {
  'broker.changed': { brokerIds: readonly number[] }
  /** Brokers were added by an import, which emits no `broker.changed` for them. */
  'broker.added': { brokerIds: readonly number[] }
  /** Emitted before the row is deleted, so that listeners can still refuse or clean up. */
  'broker.deleting': { brokerIds: readonly number[] }
  /** A person's data is to be erased everywhere; before `broker.deleting`. Each listener reports its own result. */
  'broker.erasing': Erasure
  /** All data about a person is to be exported. Each listener adds its module's part. */
  'broker.exporting': { person: Person; add: (part: PersonPart) => void }
  /** A number may no longer be called; planned calls to it are cancelled. */
  'number.suppressed': { phone: string; simulated: boolean }
  /** An SMS, or the words of a call, may be an opt-out: the number is on hold until a person has read `text`. */
  'number.held': { phone: string; brokerId: number | null; callId: number | null; text: string }
  /**
   * An SMS asks for a call. `from`: the named time, null where none was named; `zone`: of its words, null: the sender's is
   * not recorded.
   */
  'sms.callRequested': {
    phone: string
    brokerId: number | null
    text: string
    from: Date | null
    zone: string | null
  }
  /** A suppression of a number has ended; others of the same number may remain. */
  'number.released': { phone: string }
  /** Two records were one broker: listeners move the rows of one to the other before its deletion. */
  'broker.merging': { fromId: number; intoId: number }
  /** Words or details were taken out of rows of the audit log. */
  'audit.redacted': { ids: readonly number[] }
  /** A person may set a new password; the listener mails them this token. */
  'account.resetAsked': { userId: number; token: string; audience: 'staff' | 'broker' }
  /** A person was invited to the staff; the listener mails them this token. */
  'account.invited': { userId: number; token: string; expiresAt: Date }
  /** Somebody's sign-in was changed; they get a mail, in case it was a stranger. */
  'account.changed': {
    userId: number
    change: 'password' | 'two_factor_on' | 'two_factor_off' | 'passkey_added' | 'passkey_removed'
    audience: 'staff' | 'broker'
  }
  /** The break-glass admin signed in while staff sign in through single sign-on only. */
  'account.breakGlassUsed': { userId: number; ip: string | null }
  /** A version was uploaded, decided, or its last day passed; accreditation follows. */
  'document.changed': {
    documentId: number
    brokerId: number
    change: 'uploaded' | 'approved' | 'rejected' | 'expired'
  }
  /** The required documents changed: the accreditation of all brokers is recalculated. */
  'documentTypes.changed': { documentTypeId: number }
  'campaign.changed': { campaignId: number; before: CampaignStatus | null; after: CampaignStatus }
  /** People chose options of the menu; once per call and option. */
  'calls.optionsChosen': { choices: readonly ChosenOption[] }
  /** The caller requested a person and no team member took the call over: staff have to call back. */
  'call.personAsked': { callId: number }
  /** A person of the team accepted a call. `by`: their name. */
  'call.handedOff': { callId: number; by: string }
  /** A person was asked to affirm that they want this, and did not. Once per call and wish. */
  'call.unconfirmed': { callId: number; wish: 'option_1' | 'option_3' | 'callback' }
  /** A call ended before the person answered whether their words were an opt-out; once per call. */
  'call.optOutUnclear': { callId: number; evidence: SpokenEvidence; at: Date }
  /** A person affirmed when they want to be called; the last wish of a call counts. On its calling clock. */
  'call.callbackRequested': { callId: number; words: string; from: Date; to: Date }
  /** A call that a person asked for was planned, moved, or has ended. */
  'requestedCall.changed': { id: number; change: RequestedCallChange }
  /** A person affirmed a time at which no call can be planned. `reason`: a sentence. */
  'requestedCall.refused': { callId: number; words: string; from: Date; reason: string }
  /** A meeting was made. */
  'booking.made': { bookingId: number }
  /** The time that was confirmed in a call could not be had any more: the next one after it was booked. */
  'booking.differsFromCall': { bookingId: number; callId: number; said: Date; booked: Date }
  /** A person in a call asked for a meeting, and no time could be booked. `said`: the time confirmed in it. */
  'booking.noneFree': { callId: number; said: Date | null }
  /** A person in a call asked for a meeting, and accepted no time. */
  'booking.noTimeAccepted': { callId: number }
  /** Staff or the visitor moved, marked or cancelled it. */
  'booking.changed': { bookingId: number }
  /** Its BDM changed it in their own calendar, which was not applied. `reason`: sentences. */
  'booking.changeRefused': { bookingId: number; reason: string }
  /** Details of a BDM were changed. */
  'bdm.changed': { bdmId: number }
  /** A message could not be sent, or the provider could not deliver it. */
  'message.failed': FailedMessage
  /**
   * A message about a promise in a call, or about a changed meeting, was not delivered: staff must contact the person.
   */
  'followUp.undelivered': {
    about: 'call' | 'booking'
    id: number
    what: 'offer_link' | 'accreditation_link' | 'meeting'
  }
  'application.submitted': { applicationId: number }
  /** An application is about to be approved: it is compared with the registers once more. */
  'application.approving': { applicationId: number }
  /** Approved, declined, or more information requested. */
  'application.decided': { applicationId: number }
  /** All requirements of accreditation are met. */
  'broker.accredited': { brokerId: number }
  /** A caller of one of our numbers reached no person. `asked`: they asked for one. */
  'call.missed': { phone: string; brokerId: number | null; callId: number | null; asked: boolean }
  /** People with a broker's link were counted on microsites. One event for many: visits are written together. */
  'microsite.visited': { visits: readonly MicrositeVisit[] }
  /** New findings of screening, the highest risk first; one line a broker. */
  'compliance.alerted': { alerts: readonly ComplianceAlert[] }
  /** A matter that is about no single broker waits for a person. */
  'matter.reported': {
    kind: TaskKind
    /** The same matter is open once. */
    key: string
    subject: { type: 'register' | 'import' | 'call'; id: number } | null
    /** Its subject, e.g. a register, a feed or a calendar. */
    name: string | null
    /** The number that it is about, E.164. */
    phone?: string | null
    details: string
  }
  /** A task was opened; one that is requested again while it is open is not announced again. */
  'task.opened': { taskId: number; kind: TaskKind }
  /** Tasks were closed by a person, or settled. */
  'tasks.closed': { taskIds: readonly number[] }
  /** The reason of open matters of this kind has gone. */
  'matter.settled': { kind: TaskKind }
  /** Scores of a month were calculated or overridden. */
  'scores.published': { month: string; brokerIds: readonly number[] }
  /** A person decided about a finding. */
  'compliance.reviewed': { brokerId: number }
  /** A person contested a decision or complained about a call, or the state of the case changed. */
  'case.opened': CaseOfPerson
  /** The last day for its answer is near. */
  'case.due': CaseOfPerson
  /** Answered, or withdrawn. */
  'case.settled': CaseOfPerson
  /** Calls reached their end, or a later callback corrected how they ended. One event for those that end together. */
  'calls.finished': { calls: readonly FinishedCall[] }
}

/** A contest or a complaint, which staff answer within a period. */
export interface CaseOfPerson {
  what: 'contest' | 'complaint'
  id: number
}

/** Somebody by everything that names them. */
export interface Person {
  /** Of the record, and of those that were merged into it. */
  brokerIds: readonly number[]
  names: readonly string[]
  /** Lower case. */
  emails: readonly string[]
  /** E.164. */
  phones: readonly string[]
}

/** `missed`: it was not dialled, `unanswered`: it was, and reached no person; staff have to call. */
export type RequestedCallChange = 'planned' | 'moved' | 'cancelled' | 'missed' | 'unanswered' | 'kept'

/** One erasure, as the modules take part in it. */
interface Erasure {
  person: Person
  note: (line: ErasureLine) => void
  /** Rows of the person, by their names in the audit log: its entries about these are personal data too. */
  belonged: (subjectType: string, ids: readonly number[]) => void
}

/** A module's data about a person. */
export interface PersonPart {
  /** e.g. 'messages'. */
  name: string
  rows: readonly object[]
  /** Files of the vault that belong to it. */
  files?: readonly { name: string; fileId: number }[]
}

export interface FailedMessage {
  id: number
  channel: MessageChannel
  occasion: string
  callId: number | null
  bookingId: number | null
}

export interface ComplianceAlert {
  brokerId: number
  name: string
  title: string
  /** 0 to 100. */
  risk: number
}

export interface FinishedCall {
  callId: number
  outcome: CallOutcome
  /** It had another end before. */
  corrected: boolean
}

export interface MicrositeVisit {
  micrositeId: number
  /** The microsite's title. */
  title: string
  campaignId: number | null
  brokerId: number
  at: Date
}
