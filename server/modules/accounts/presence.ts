import { PRESENCE_COOKIE, SECURE_PRESENCE_COOKIE } from '#contract/accounts/accounts.ts'
import type { Ctx } from '#server/ctx.ts'

/** The longest lifetime of a session. */
const PRESENT_SECONDS = 30 * 24 * 3600

/** The cookie by which pages see that a session exists; see PRESENCE_COOKIE. */
export function presence(ctx: Ctx, present: boolean): string {
  const secure = ctx.providers.publicUrl.startsWith('https:')
  const name = secure ? SECURE_PRESENCE_COOKIE : PRESENCE_COOKIE
  const age = present ? PRESENT_SECONDS : 0
  return `${name}=1; Path=/; SameSite=Lax; Max-Age=${age}${secure ? '; Secure' : ''}`
}
