import { StartupError } from '#server/platform/startup-error.ts'
import type { MicrosoftSettings, ServiceSettings } from '#server/providers/calendars/settings.ts'
import { type Env, LOOPBACK, wrong } from './env.ts'
import { secureUrl } from './transport.ts'

/** Calendar services that staff connect by OAuth; null: this installation is not registered with the service. */
export interface CalendarConfig {
  microsoft: MicrosoftSettings | null
  google: ServiceSettings | null
}

/** Variables of this part that hold a secret. */
export const CALENDAR_SECRETS = ['MICROSOFT_CALENDAR_CLIENT_SECRET', 'GOOGLE_CALENDAR_CLIENT_SECRET']

const TENANT = /^[a-z\d][a-z\d.-]{0,99}$/i

/** @throws StartupError naming the variable that is wrong */
export function readCalendars(env: Env): CalendarConfig {
  const microsoft = readService(env, 'MICROSOFT_CALENDAR')
  const tenant = env.MICROSOFT_CALENDAR_TENANT || 'organizations'
  if (!TENANT.test(tenant)) {
    throw wrong(
      'MICROSOFT_CALENDAR_TENANT',
      'the id or a domain of the directory, or organizations for all work accounts',
      tenant,
    )
  }
  return { microsoft: microsoft && { ...microsoft, tenant }, google: readService(env, 'GOOGLE_CALENDAR') }
}

function readService(env: Env, prefix: string): ServiceSettings | null {
  const clientId = env[`${prefix}_CLIENT_ID`] || null
  const clientSecret = env[`${prefix}_CLIENT_SECRET`] || null
  const baseUrl = secureUrl(env, `${prefix}_BASE_URL`)
  if ((clientId === null) !== (clientSecret === null)) {
    const missing = clientId === null ? 'CLIENT_ID' : 'CLIENT_SECRET'
    throw new StartupError(
      `${prefix}_${missing} is missing: ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET belong together; set both or neither.`,
    )
  }
  if (clientId === null || clientSecret === null) return null
  const host = baseUrl === null ? '' : new URL(baseUrl).hostname.replace(/^\[|\]$/g, '')
  return { clientId, clientSecret, baseUrl, loopback: LOOPBACK.has(host) }
}
