import { randomBytes } from 'node:crypto'
import { CALENDAR_RETURN, CONSENT_MINUTES, type ConsentOutcome } from '#contract/bookings/calendar-consent.ts'
import { calendarServiceLabels } from '#contract/bookings/calendar-services.ts'
import type { Ctx } from '#server/ctx.ts'
import { currentSession } from '#server/modules/accounts/sessions.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ConsentService } from '#server/providers/ports/calendar-consent.ts'
import { CalendarFault } from '#server/providers/ports/calendars.ts'
import type { RequestHeaders } from '#server/providers/ports/sign-in.ts'
import { authoriseCalendar, connectCalendar } from './connect.ts'
import { type ConsentRow, insertConsent, takeConsent } from './consents.store.ts'

/** 256 bits: of the state, and of the verifier of PKCE. */
const newSecret = (): string => randomBytes(32).toString('base64url')

const returnTo = (ctx: Ctx, service: ConsentService): string =>
  `${ctx.providers.publicUrl}${CALENDAR_RETURN}/${service}`

/** @returns the service's page @throws AppError not_found, forbidden, conflict where the installation has no such service */
export async function startConsent(
  ctx: Ctx,
  bdmId: number,
  { service, headers }: { service: ConsentService; headers: RequestHeaders },
): Promise<string> {
  await authoriseCalendar(ctx, bdmId)
  const consent = ctx.providers.calendarConsents[service]
  const sessionId = await currentSession(ctx, headers)
  if (!consent || sessionId === null) {
    throw new AppError(
      'conflict',
      `This installation is not set up for ${calendarServiceLabels[service]}. Ask your administrator.`,
    )
  }
  const [state, codeVerifier] = [newSecret(), newSecret()]
  const { email } = await ctx.db
    .selectFrom('bdms')
    .select('email')
    .where('id', '=', bdmId)
    .executeTakeFirstOrThrow()
  const url = await consent.pageFor({ state, codeVerifier, redirectUri: returnTo(ctx, service), email })
  await insertConsent(ctx, {
    ...{ state, sessionId, bdmId, service },
    codeVerifier: await ctx.providers.sso.seal(codeVerifier),
    expiresAt: new Date(ctx.now().getTime() + CONSENT_MINUTES * 60_000),
  })
  return url
}

interface Return {
  service: ConsentService
  code?: string | undefined
  state?: string | undefined
  error?: string | undefined
  headers: RequestHeaders
}

/** Connects the calendar with the answer of the service's page. @returns where the browser goes */
export async function completeConsent(ctx: Ctx, input: Return): Promise<string> {
  const row = input.state === undefined ? undefined : await takeConsent(ctx, input.state)
  const sessionId = ctx.actor.kind === 'staff' ? await currentSession(ctx, input.headers) : null
  const isOurs =
    row !== undefined &&
    row.service === input.service &&
    row.expiresAt > ctx.now() &&
    row.sessionId === sessionId
  const outcome = isOurs ? await finish(ctx, row, input) : 'expired'
  const bdm = isOurs ? `&manager=${row.bdmId}` : ''
  return `/bookings?tab=bdms${bdm}&calendar=${outcome}`
}

async function finish(ctx: Ctx, row: ConsentRow, { service, code, error }: Return): Promise<ConsentOutcome> {
  const consent = ctx.providers.calendarConsents[service]
  if (!consent) return 'off'
  if (error !== undefined) return error === 'access_denied' ? 'cancelled' : 'refused'
  if (code === undefined) return 'refused'
  const codeVerifier = await ctx.providers.sso.unseal(row.codeVerifier)
  try {
    const redirectUri = returnTo(ctx, service)
    const { account, ...connection } = await consent.redeem({ code, codeVerifier, redirectUri })
    await connectCalendar(ctx, row.bdmId, { ...connection, service, label: account })
    return 'connected'
  } catch (fault) {
    if (!(fault instanceof CalendarFault)) throw fault
    ctx.log.warn({ err: fault, bdmId: row.bdmId }, 'a calendar was not connected')
    return fault.kind === 'unreachable' || fault.kind === 'busy' ? 'unreachable' : 'refused'
  }
}
