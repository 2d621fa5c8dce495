import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

const tag = 'System'

const between = (min: number, max: number, unit: string) => {
  const message = `Enter ${min} to ${max} ${unit}`
  return z.number(message).int(message).min(min, message).max(max, message)
}

/** How long people stay signed in. */
export const sessionLimitFields = z.object({
  /** Hours without activity after which staff have to sign in again. */
  staffIdleHours: between(1, 72, 'hours'),
  /** However active they are, staff sign in again after so long. */
  staffDays: between(1, 30, 'days'),
  /** Brokers who do not visit the portal for so long sign in again. */
  brokerDays: between(1, 30, 'days'),
})
export type SessionLimits = z.output<typeof sessionLimitFields>

export const getSessionLimits = endpoint('GET /api/session-limits', {
  tag,
  summary: 'How long staff and brokers stay signed in',
  access: 'admin_area.read',
  returns: sessionLimitFields,
})

export const updateSessionLimits = endpoint('PATCH /api/session-limits', {
  tag,
  summary: 'Changes how long people stay signed in; sessions that are longer end at once',
  access: 'session_limits.write',
  body: sessionLimitFields.partial(),
  returns: sessionLimitFields,
  edits: { subject: 'session_limits', fields: 'all' },
})
