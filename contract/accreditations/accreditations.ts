import { z } from 'zod'
import { versionOf } from '#contract/edits.ts'
import { emailField } from '#contract/email.ts'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant } from '#contract/ids.ts'
import { cameFrom } from '#contract/microsites/came-from.ts'
import { line, withoutAddresses } from '#contract/text-fields.ts'
import { wholeNumber } from '#contract/whole-numbers.ts'

const tag = 'Accreditations'

export const applicationMemberships = ['MFAA', 'FBAA', 'Both', 'Other'] as const

export const applicationStatuses = [
  'draft',
  'submitted',
  'in_review',
  'info_requested',
  'approved',
  'declined',
] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

export const applicationStatusLabels: Record<ApplicationStatus, string> = {
  draft: 'Draft',
  submitted: 'Submitted',
  in_review: 'In review',
  info_requested: 'More information requested',
  approved: 'Approved',
  declined: 'Declined',
}

export const applicationFileKinds = ['piInsurance', 'licenceCopy'] as const
export type ApplicationFileKind = (typeof applicationFileKinds)[number]
export const applicationFileLabels: Record<ApplicationFileKind, string> = {
  piInsurance: 'Professional indemnity insurance',
  licenceCopy: 'ASIC licence copy',
}

export const MAX_APPLICATION_FILE = 10_485_760
export const applicationFileTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const
export const FILE_TOO_LARGE = 'File size must be less than 10MB'
export const WRONG_FILE_TYPE = 'Only PDF, PNG, and JPEG files are allowed'
export const EMPTY_FILE = 'The file is empty. Choose another one.'
export const DAMAGED_FILE = 'The file is damaged or incomplete. Choose another one.'
export const ONE_FILE_EACH = 'Send one file here.'
export const PI_REQUIRED_TITLE = 'Required File Missing'
export const PI_REQUIRED = 'Professional Indemnity Insurance certificate is required'
export const TERMS_REQUIRED = 'You must accept the terms and conditions'
export const DRAFT_DAYS = 30

const MAX = 200
/** A required text. */
export const required = (message: string, max = MAX) =>
  line(message).min(1, message).max(max, `At most ${max} characters`)

/** True for 'true' and 'on', as a form of text fields sends a ticked box. */
const ticked = z.union(
  [z.boolean(), z.string().transform((value) => value === 'true' || value === 'on')],
  TERMS_REQUIRED,
)

const formShape = {
  firstName: withoutAddresses(required('First name is required')),
  lastName: withoutAddresses(required('Last name is required')),
  email: emailField(),
  phone: required('Phone number is required', 60),
  asicNumber: wholeNumber(required('ASIC number is required', 40)),
  membership: z.enum(applicationMemberships, 'Membership selection is required'),
  company: required('Company name is required'),
}

/** The required fields of a submission. */
export const applicationFields = z.object({
  ...formShape,
  acceptedTerms: ticked.refine((value) => value === true, TERMS_REQUIRED),
  /** From the link's parameters; attributes the application only where the key was signed for the broker. */
  brokerId: id.nullish().catch(null),
  brokerKey: z.string().max(200).nullish().catch(null),
  cameFrom,
  /** Token of the draft that this submission completes; its files count. */
  draft: z.string().max(500).nullish(),
  /**
   * A honeypot field, hidden from people. A value may be from a bot or from a person's form filler: the submission is
   * held for review.
   */
  formCheck: z.string().max(500).optional(),
  /** The signed time at which the form was opened. Without it the submission is kept for review, never refused. */
  formTime: z.string().max(500).optional().catch(undefined),
})

const partialText = line()
  .max(320, 'At most 320 characters')
  .nullish()
  .transform((value) => value || null)

/** A draft may be incomplete; only the email address for its link must be valid. */
export const draftFields = z.object({
  firstName: withoutAddresses(partialText),
  lastName: withoutAddresses(partialText),
  email: formShape.email,
  phone: partialText,
  asicNumber: partialText,
  membership: z
    .union([z.enum(applicationMemberships), z.literal('')])
    .nullish()
    .transform((value) => value || null),
  company: partialText,
  acceptedTerms: ticked.optional(),
  brokerId: id.nullish().catch(null),
  brokerKey: z.string().max(200).nullish().catch(null),
  cameFrom,
  formCheck: z.string().max(500).optional(),
})

export const fileSummary = z.object({
  kind: z.enum(applicationFileKinds),
  filename: z.string(),
  mediaType: z.string(),
  bytes: z.number(),
  uploadedAt: instant,
})

/** The form an applicant can continue: a draft, or an application that needs more information. */
export const draft = z.object({
  token: z.string(),
  status: z.enum(applicationStatuses),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  asicNumber: z.string(),
  membership: z.string(),
  company: z.string(),
  acceptedTerms: z.boolean(),
  files: z.array(fileSummary),
  /** The reviewer’s request; null while it is a draft. */
  request: z.string().nullable(),
  savedAt: instant,
  expiresAt: instant.nullable(),
})
export type Draft = z.infer<typeof draft>

/** The fields of the form that an applicant types. */
export const draftTexts = [
  ...(['firstName', 'lastName', 'email', 'phone', 'asicNumber', 'membership', 'company'] as const),
] satisfies readonly (keyof Draft)[]

/** Sent as If-Match: a save from another tab or device is not overwritten. */
export const draftVersion = (saved: Draft): string =>
  versionOf({ fields: [...draftTexts, 'acceptedTerms', 'files', 'status'] }, saved)

/** Consent needs documents that can be read. */
export const hasPapers = ({ termsUrl, privacyUrl }: { termsUrl: string; privacyUrl: string }): boolean =>
  termsUrl !== '' && privacyUrl !== ''

/** Read by applicants, and by staff who try the form. */
export const NO_PAPERS =
  'Applications cannot be submitted yet: the terms and conditions and the privacy policy are not linked. Save a draft to continue later. Staff add both links in Settings, System, Organisation.'

/** A submission as its applicant sees it. */
export const submission = z.object({
  id: z.number(),
  status: z.enum(applicationStatuses),
  firstName: z.string(),
  submittedAt: instant.nullable(),
  /** Fit to show to the applicant. */
  reason: z.string().nullable(),
  decidedAt: instant.nullable(),
  /** Opens the status page. */
  statusUrl: z.string(),
  /** Reopens the form; only where more information was requested. */
  resumeUrl: z.string().nullable(),
  /** Required documents that are still missing; only after an approval. */
  outstanding: z.array(z.string()),
  /** The broker portal, where they are uploaded. */
  portalUrl: z.string(),
})
export type Submission = z.infer<typeof submission>

/** A submission needs the first, unless its draft has it. */
const applicationFiles = { piInsurance: false, licenceCopy: false } satisfies Record<
  ApplicationFileKind,
  boolean
>

const tokenParams = z.object({ token: z.string().max(500) })

export const submitApplication = endpoint('POST /api/accreditations', {
  tag,
  summary: 'Submits an application: form fields as text plus files piInsurance and licenceCopy',
  access: 'public',
  returns: submission,
  status: 201,
  multipart: { files: applicationFiles, fields: applicationFields },
  idempotent: true,
  limit: { requests: 20, minutes: 10 },
})

export const createDraft = endpoint('POST /api/accreditations/drafts', {
  tag,
  summary: 'Saves an unfinished form with its files for 30 days and emails a link to continue',
  access: 'public',
  returns: draft,
  status: 201,
  multipart: { files: applicationFiles, fields: draftFields },
  idempotent: true,
  limit: { requests: 20, minutes: 10 },
})

export const readDraft = endpoint('GET /api/accreditations/drafts/:token', {
  tag,
  summary: 'The form behind a resume link; 404 for a forged or expired one',
  access: 'public',
  params: tokenParams,
  returns: draft,
})

export const saveDraft = endpoint('PUT /api/accreditations/drafts/:token', {
  tag,
  summary: 'Saves the draft again; a file sent replaces the one of its kind',
  access: 'public',
  params: tokenParams,
  returns: draft,
  multipart: { files: applicationFiles, fields: draftFields },
  limit: { requests: 60, minutes: 10 },
})

export const removeDraftFile = endpoint('DELETE /api/accreditations/drafts/:token/files/:kind', {
  tag,
  summary: 'Removes a file from the draft',
  access: 'public',
  params: tokenParams.extend({ kind: z.enum(applicationFileKinds) }),
  returns: draft,
})

export const readSubmission = endpoint('GET /api/accreditations/status/:token', {
  tag,
  summary: 'How far an application has come',
  access: 'public',
  params: tokenParams,
  returns: submission,
})

export const accreditationPage = endpoint('GET /accreditation', {
  tag,
  summary: 'The accreditation application form',
  access: 'public',
  query: z.object({ broker: z.string().optional() }).loose(),
  kind: 'file',
})

export const resumePage = endpoint('GET /accreditation/resume/:token', {
  tag,
  summary: 'The form with what was saved',
  access: 'public',
  params: tokenParams,
  kind: 'file',
  otherStatuses: [302],
})

export const statusPage = endpoint('GET /accreditation/status/:token', {
  tag,
  summary: 'The status page of an application',
  access: 'public',
  params: tokenParams,
  kind: 'file',
})
