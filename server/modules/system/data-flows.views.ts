import type { DataFlow } from '#contract/system/data-flows.ts'
import { hostOf, transportTo } from '#server/config/data-flows.ts'
import type { Ctx } from '#server/ctx.ts'

/** The services that an installation uses: those of its environment, then those that staff entered. */
export async function viewDataFlows(ctx: Ctx): Promise<DataFlow[]> {
  return [
    ...ctx.providers.installation.dataFlows,
    ...(await signOnIssuer(ctx)),
    ...(await webhookReceivers(ctx)),
    ...(await newsFeeds(ctx)),
  ]
}

async function signOnIssuer(ctx: Ctx): Promise<DataFlow[]> {
  const row = await ctx.db.selectFrom('signOn').select(['issuer', 'label']).executeTakeFirst()
  if (!row?.issuer) return []
  return [
    {
      service: 'Single sign-on',
      provider: row.label,
      receives:
        'The fact that a staff member signs in. It returns their name, email address and groups. No broker data is sent.',
      place: hostOf(row.issuer),
      protection: `${transportTo(row.issuer)}; client secret, stored encrypted`,
      outage:
        'Staff who are signed in can keep working, but new sign-ins fail. If single sign-on is enforced, the break-glass admin can still use a password.',
      substitute: 'Passwords and passkeys, or another OpenID Connect issuer',
    },
  ]
}

async function webhookReceivers(ctx: Ctx): Promise<DataFlow[]> {
  const endpoints = await ctx.db
    .selectFrom('webhookEndpoints')
    .select(['name', 'url', 'events'])
    .orderBy('name')
    .execute()
  return endpoints.map(({ name, url, events }) => {
    const topics = [...new Set(events.map((event) => event.slice(0, event.indexOf('.'))))]
    return {
      service: 'Webhook',
      provider: name,
      receives: `Record ids and statuses of events (${topics.join(', ')}). ${
        topics.includes('suppression')
          ? 'Suppression events include the phone number; other events contain no personal information.'
          : 'They contain no personal information.'
      }`,
      place: hostOf(url),
      protection: `${transportTo(url)}; each request is signed; addresses on private networks are blocked`,
      outage:
        'Events are retried for three days and can be sent again after that. Everything else continues.',
      substitute: 'Another webhook, or an API key with which the other system reads the records',
    }
  })
}

async function newsFeeds(ctx: Ctx): Promise<DataFlow[]> {
  const feeds = await ctx.db.selectFrom('newsFeeds').select('url').orderBy('url').execute()
  if (feeds.length === 0) return []
  return [
    {
      service: 'News search',
      provider: 'News services chosen by staff',
      receives: 'Nothing is sent. Published feeds are downloaded and searched on this installation.',
      place: [...new Set(feeds.map(({ url }) => hostOf(url)))].join(', '),
      protection: 'TLS where the feed offers it; addresses on private networks are blocked',
      outage:
        'News from that period is found once the feed is available again. Checks of registers continue.',
      substitute: 'Another feed with the same news',
    },
  ]
}
