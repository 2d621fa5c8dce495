import type { CallInstance } from 'twilio/lib/rest/api/v2010/account/call.js'
import type { CallListing, ListedCall } from '#server/providers/ports/voice.ts'
import { askTwilio } from '../ask-twilio.ts'
import type { TwilioParts } from '../parts.ts'

const PAGE = 1000

/** The part of Twilio's pages that all of them have. */
interface Page {
  instances: CallInstance[]
  nextPageUrl?: string
  nextPage(): Promise<Page> | undefined
}

/**
 * Calls made through the account's API since an instant, from any of its numbers: the calling number may have changed
 * meanwhile. Twilio lists the newest first. StartTime is not used: a queued or ringing call has none yet.
 */
export async function listCalls(parts: TwilioParts, from: Date): Promise<CallListing> {
  const calls: ListedCall[] = []
  let next = (client: TwilioParts['client']): Promise<Page> => client.calls.page({ pageSize: PAGE })
  for (;;) {
    const answer = await askTwilio(parts, next)
    if (!answer.ok) return { kind: 'unavailable', message: answer.fault.message }
    const page = answer.value
    for (const { sid, to, from: caller, direction, dateCreated } of page.instances) {
      if (direction !== 'outbound-api' || dateCreated < from) continue
      calls.push({ providerCallId: sid, callId: null, to, from: caller || null, at: dateCreated })
    }
    const oldest = page.instances.at(-1)
    if (!oldest || oldest.dateCreated < from || !page.nextPageUrl) return { kind: 'listed', calls }
    next = async () => (await page.nextPage()) ?? page
  }
}
