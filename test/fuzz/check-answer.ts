import { isDeepStrictEqual } from 'node:util'
import { errorBody } from '#contract/errors.ts'
import { roleMay, staffRoles } from '#contract/policy.ts'
import type { FuzzRequest, Sender } from './fuzz-request.ts'

export interface FuzzAnswer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: Buffer
}

/** The address and headers together. */
const TOO_LONG = 431

/** The fault of a response, by the contract and the API description; null for none. */
export function faultOf(
  { described, sender }: Pick<FuzzRequest, 'described' | 'sender'>,
  answer: FuzzAnswer,
): string | null {
  const { endpoint } = described
  const { status } = answer
  if (status >= 500) return `status ${status}`
  // refused before authentication and authorisation
  if (status === TOO_LONG) return errorFault(endpoint.path, endpoint.kind, answer)
  if (!may(sender, endpoint.access) && status !== 401 && status !== 403 && !isUnreadable(answer))
    return `${sender} got past the gate: ${status}`
  if (!described.statuses.includes(status)) return `status ${status} is not described`
  if (endpoint.otherStatuses.includes(status)) return null
  if (status >= 400) return errorFault(endpoint.path, endpoint.kind, answer)
  if (endpoint.kind !== 'json') return null
  const body = parsed(answer)
  if (body === undefined) return 'the answer is no JSON'
  const shown = unshowable(body)
  if (shown) return `a text cannot be shown: ${shown}`
  const promised = endpoint.returns.safeParse(body)
  if (!promised.success)
    return `not as promised: ${promised.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(promised.data)), body))
    return 'the answer holds more than is promised'
  const told = described.answer(status)?.safeParse(body)
  if (told && !told.success)
    return `not as described: ${told.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`
  return null
}

function may(sender: Sender, access: string): boolean {
  if (access === 'public') return true
  if (access === 'broker' || sender === 'broker' || sender === 'visitor') return access === sender
  const role = staffRoles.find((known) => known === sender)
  return roleMay(role, access as Parameters<typeof roleMay>[1]) // every other access is an action
}

/** The address is too long or invalid: neither endpoint nor sender was checked. */
const isUnreadable = ({ body }: FuzzAnswer): boolean =>
  ['Nothing is here.', 'The address could not be read'].some((text) => body.includes(text))

/** Pages for people return their 404 in HTML. */
function errorFault(path: string, kind: string, answer: FuzzAnswer): string | null {
  const type = String(answer.headers['content-type'] ?? '')
  if (kind === 'file' && !path.startsWith('/api/') && type.startsWith('text/html')) return null
  const body = errorBody.strict().safeParse(parsed(answer))
  if (!body.success) return `an error of another shape: ${answer.body.toString('utf8').slice(0, 200)}`
  return body.data.requestId === answer.headers['x-request-id']
    ? null
    : 'the request id differs from its header'
}

/** The first text that holds a control character or half of a letter. */
function unshowable(value: unknown): string | null {
  if (typeof value === 'string')
    return value.isWellFormed() && !/\p{Cc}/u.test(value.replaceAll(/[\t\n\r]/g, ''))
      ? null
      : JSON.stringify(value).slice(0, 200)
  if (typeof value !== 'object' || value === null) return null
  for (const inner of Object.values(value)) {
    const found = unshowable(inner)
    if (found) return found
  }
  return null
}

function parsed({ body }: FuzzAnswer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
