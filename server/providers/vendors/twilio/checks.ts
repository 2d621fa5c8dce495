import type { CheckResult } from '#contract/telephony.ts'
import type { TwilioParts } from './parts.ts'

export async function checkTwilio(_parts: TwilioParts): Promise<CheckResult[]> {
  throw new Error('not built yet')
}
