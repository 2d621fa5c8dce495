/** Kinds of automated decisions, in the order of the register. */
export const decisionKinds = [
  'call_eligibility',
  'retry',
  'best_hours',
  'hold_out',
  'opt_out',
  'call_reading',
  'register_match',
  'register_hold',
  'suspension_review',
  'application_screening',
  'accreditation',
  'document_expiry',
  'score',
  'tier',
  'tier_gate',
  'duplicate_records',
  'import_match',
  'retention_removal',
  'form_check',
  'request_limit',
  'file_check',
  'meeting_time',
] as const
export type DecisionKind = (typeof decisionKinds)[number]

/** Who a decision is about. */
export const decisionSubjects = ['broker', 'applicant', 'visitor', 'account'] as const
export type DecisionSubject = (typeof decisionSubjects)[number]

export const subjectLabels: Readonly<Record<DecisionSubject, string>> = {
  broker: 'Brokers',
  applicant: 'Applicants for accreditation',
  visitor: 'Visitors of public pages',
  account: 'People with an account',
}

/** Kinds of personal information, as a person reads them. */
export const informationLabels = {
  name: 'name',
  company: 'company',
  phone: 'phone number',
  email: 'email address',
  place: 'state, postcode and time zone',
  asic_number: 'ASIC number',
  consent: 'basis for calls and consent',
  register_wash: 'Do Not Call Register result',
  opt_outs: 'opt-outs and suppressions',
  call_history: 'earlier calls and how they ended',
  spoken_words: 'words spoken in a call, or written in an SMS',
  registers: 'entries in ASIC’s public registers',
  news: 'published news items',
  standing: 'compliance status and suspension',
  documents: 'documents, their review and expiry',
  application: 'answers in an application',
  loans: 'lodged loans and how they turned out',
  meetings: 'meetings',
  form_use: 'how a form was filled in',
  network: 'network address and failed sign-ins',
  record_age: 'age of a record',
} as const
export type Information = keyof typeof informationLabels

export interface AutomatedDecision {
  /** 'Whether and when we call you' */
  label: string
  about: readonly DecisionSubject[]
  /** What the program decides, in a sentence or two. */
  decides: string
  information: readonly Information[]
  /** The rule in plain words. */
  rule: string
  /** Files of the rule. */
  sources: readonly string[]
  /** As stored with each decision; otherwise the day of the last change of the rule. */
  version: string
  /** `solely`: no person takes part; `substantially`: a program prepares what a person decides. */
  automation: 'solely' | 'substantially'
  effect: string
  /** Could reasonably be expected to significantly affect the rights or interests of a person. */
  significant: boolean
  /** Who can change the result, and how. */
  override: string
  contest: string
  retention: string
}

/** Where no form of the product serves: the contact details of the page. */
export const CONTACT_US =
  'Contest it in the broker portal under Profile, Decisions, or by the link in our messages, or contact us: a person looks at it again and answers with reasons.'
