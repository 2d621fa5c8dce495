// Decisions of programs about a person, and the contests that the person makes of them.
import { z } from 'zod'
import { decisionKinds } from '#contract/decisions/decision-kinds.ts'
import { endpoint } from '#contract/endpoint.ts'
import { idParams, instant } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'
import { longText, text } from '#contract/text-fields.ts'

const tag = 'Contests'

/** Days within which a contest is answered; an appeal against a score has its own. */
export const CONTEST_DAYS = 30
/** Days before the deadline from which staff are reminded. */
export const REMIND_DAYS = 7

/** `upheld`: the decision stays. `changed`: the person was right. `withdrawn`: the person needs no answer any more. */
export const contestStatuses = ['open', 'upheld', 'changed', 'withdrawn'] as const
export type ContestStatus = (typeof contestStatuses)[number]
export const contestStatusLabels: Record<ContestStatus, string> = {
  open: 'Waits for an answer',
  upheld: 'Decision upheld',
  changed: 'Decision changed',
  withdrawn: 'Withdrawn',
}

/** The reference of a contest that names a kind of decision and no single one. */
export const IN_GENERAL = 'general'

const reference = text(40, 'Choose a decision').regex(/^[\w:-]{1,40}$/, 'Choose a decision')

/** A decision as its person reads it. */
const decision = z.object({
  kind: z.enum(decisionKinds),
  /** Names it among the decisions of its kind. */
  reference: z.string(),
  /** e.g. 'Your monthly score' */
  label: z.string(),
  /** The result, in a sentence. */
  decision: z.string(),
  at: instant,
  /** The rule in plain words, and its version where the decision stored one. */
  rule: z.string(),
  version: z.string().nullable(),
  /** Kinds of personal information that it used, and the values that the person may read. */
  data: z.array(z.string()),
  /** The newest contest of it; null: none. */
  contest: z
    .object({
      id: z.number(),
      status: z.enum(contestStatuses),
      /** The last day for the answer, YYYY-MM-DD. */
      dueOn: z.string(),
      answer: z.string().nullable(),
      answeredAt: instant.nullable(),
    })
    .nullable(),
})
export type OwnDecision = z.infer<typeof decision>

const contest = z.object({
  id: z.number(),
  kind: z.enum(decisionKinds),
  label: z.string(),
  reference: z.string(),
  /** As the person read it. */
  decision: z.string(),
  decidedAt: instant,
  reason: z.string(),
  madeAt: instant,
  dueOn: z.string(),
  status: z.enum(contestStatuses),
  answer: z.string().nullable(),
  answeredAt: instant.nullable(),
})
export type OwnContest = z.infer<typeof contest>

const staffContest = contest.extend({
  rule: z.string(),
  broker: z.object({ id: z.number(), name: z.string() }).nullable(),
  applicationId: z.number().nullable(),
  /** Of the broker or the applicant. */
  name: z.string(),
  /** The answer can be mailed. */
  hasEmail: z.boolean(),
  via: z.enum(['portal', 'link']),
  /** Why a program may have sent the form. */
  suspicion: z.string().nullable(),
  answeredBy: z.string().nullable(),
})
export type Contest = z.infer<typeof staffContest>

export const REASON_MISSING = 'Say what is wrong with the decision, in a sentence or two'

export const contestFields = z.object({
  kind: z.enum(decisionKinds, 'Choose a decision'),
  reference,
  reason: longText(2000, REASON_MISSING).min(1, REASON_MISSING),
})

export const listOwnDecisions = endpoint('GET /api/broker/decisions', {
  tag,
  summary: 'The decisions that programs made about you, newest first, with rule and data used',
  access: 'broker',
  query: pageQuery.pick({ limit: true, cursor: true, total: true }),
  returns: z.array(decision),
})

export const listOwnContests = endpoint('GET /api/broker/contests', {
  tag,
  summary: 'Your contests, newest first',
  access: 'broker',
  returns: z.array(contest),
})

export const makeContest = endpoint('POST /api/broker/contests', {
  tag,
  summary:
    'Contests one of the decisions about you, or with the reference `general` its kind; answered by a person within 30 days',
  access: 'broker',
  body: contestFields,
  returns: contest,
  status: 201,
  limit: { requests: 20, minutes: 60 },
})

export const withdrawContest = endpoint('DELETE /api/broker/contests/:id', {
  tag,
  summary: 'Withdraws your open contest',
  access: 'broker',
  params: idParams,
  returns: z.object({ withdrawn: z.literal(true) }),
})

export const listContests = endpoint('GET /api/contests', {
  tag,
  summary:
    'Contests: those that wait first, the most urgent first, then the newest; searched by name and text',
  access: 'admin_area.read',
  query: pageQuery.omit({ sort: true }).extend({
    status: z.enum(contestStatuses).optional(),
    kind: z.enum(decisionKinds).optional(),
  }),
  returns: z.array(staffContest),
})

export const getContest = endpoint('GET /api/contests/:id', {
  tag,
  summary: 'One contest',
  access: 'admin_area.read',
  params: idParams,
  returns: staffContest,
})

export const answerContest = endpoint('POST /api/contests/:id/answer', {
  tag,
  summary:
    'Answers a contest with reasons; the person gets them by email. `changed` says that the person was right: change the decision beside it. `withdrawn` records that the person asked for no answer',
  access: 'contests.answer',
  params: idParams,
  body: z.object({
    outcome: z.enum(['upheld', 'changed', 'withdrawn'], 'Choose an outcome'),
    answer: longText(2000).min(1, 'Write the reasons that the person reads'),
  }),
  returns: staffContest,
})

export const sendDecisionsLink = endpoint('POST /api/brokers/:id/decisions-link', {
  tag,
  summary:
    'Sends the broker a signed link to the decisions about them, by SMS to a mobile, otherwise by email: for people without an account',
  access: 'tasks.work',
  params: idParams,
  returns: z.object({ channel: z.enum(['sms', 'email']) }),
  limit: { requests: 60, minutes: 60 },
})
