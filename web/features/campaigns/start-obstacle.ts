import { NO_PHONE_NUMBERS } from '#contract/brokers/phone-messages.ts'
import { ApiError } from '#web/api/api-error.ts'

export interface Obstacle {
  to: string
  label: string
}

/** Link to the screen that fixes the refusal; null where there is no such screen. */
export function obstacleOf(error: unknown): Obstacle | null {
  if (!(error instanceof ApiError) || error.code !== 'rule_forbids') return null
  if (error.message === NO_PHONE_NUMBERS) return { to: '/settings?tab=numbers', label: 'Go to Phone Numbers' }
  return error.message.startsWith('Every call must say who is calling.')
    ? { to: '/settings?tab=system#organisation', label: 'Enter organisation details' }
    : null
}
