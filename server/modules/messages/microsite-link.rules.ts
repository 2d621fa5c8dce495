// Decides where the link in a message leads, and the campaign tags that attribute the visit to it.

import type { MessageChannel } from '#contract/messages/messages.ts'

const MAX_TAG = 80

/** A tag as marketing tools write it: 'Spring Rate – 2026' is 'spring-rate-2026'. Empty if no character remains. */
export function tagOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_TAG)
    .replaceAll(/^-+|-+$/g, '')
}

export interface MicrositeLink {
  slug: string
  brokerId: number | null
  campaignId: number | null
  campaign: string | null
  /** The message that carries the link; by default an SMS. */
  medium?: MessageChannel
}

/** '/microsite/spring?broker=7&utm_source=brokerline&utm_medium=sms&utm_campaign=spring-rate&utm_content=call' */
export function micrositeTarget({ slug, brokerId, campaignId, campaign, medium }: MicrositeLink): string {
  const tag = tagOf(campaign ?? '') || (campaignId === null ? '' : `campaign-${campaignId}`)
  const query = new URLSearchParams({
    ...(brokerId !== null && { broker: String(brokerId) }),
    utm_source: 'brokerline',
    utm_medium: medium ?? 'sms',
    ...(tag !== '' && { utm_campaign: tag }),
    utm_content: 'call',
  })
  return `/microsite/${slug}?${query}`
}
