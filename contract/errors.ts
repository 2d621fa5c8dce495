import { z } from 'zod'
import { changedMeanwhile } from './edits.ts'

/** The closed list of error codes; every error response of the API carries one of them. */
export const errorStatus = {
  invalid: 400,
  not_signed_in: 401,
  forbidden: 403,
  /** The session is valid, but its person has to prove again who they are: see step-up.ts. */
  confirm_identity: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  rule_forbids: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  /** No disk space is left. */
  no_space: 507,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

/** With 503, while the server waits for its database; screens show a banner. */
export const DATABASE_AWAY = 'The database cannot be reached. Try again in a minute.'

const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]] // the keys of the literal above

export const errorBody = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** Set where a save with If-Match was refused because the record was changed or deleted. */
  changed: changedMeanwhile.optional(),
})
export type ErrorBody = z.infer<typeof errorBody>
