import type { MicrositeInput } from '#contract/microsites/microsites.ts'
import type { App } from '#server/app.ts'

/** The fields of every microsite in tests; the others have their defaults. */
export const micrositeFields: Omit<MicrositeInput, 'campaignId'> = {
  name: 'Premium Home Loan',
  slug: 'premium-home-loan',
  heroTitle: 'Our sharpest owner-occupier rate',
  heroSubtitle: 'For clients with a deposit of 20 per cent',
  productName: 'Premium Home Loan',
  description: 'A variable loan with a two-day answer.',
  ctaButtonUrl: 'http://localhost:3000/booking',
}

export async function addCampaign(app: Pick<App, 'connection'>, values: object = {}): Promise<number> {
  const row = await app.connection.db
    .insertInto('campaigns')
    .values({
      ...{ name: 'Spring', product: 'Flex', callScript: 'Hello', rate: '6.140', comparisonRate: '6.180' },
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

let made = 0

/** A microsite put straight into the database. */
export async function addMicrosite(
  app: Pick<App, 'connection'>,
  values: { slug?: string; active?: boolean; campaignId?: number; title?: string } = {},
): Promise<{ id: number; slug: string }> {
  const { name: title, slug: _slug, ...content } = micrositeFields
  made += 1
  return app.connection.db
    .insertInto('microsites')
    .values({ title, slug: `site-${made}`, ...values, content: JSON.stringify(content) })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow()
}

export async function addBroker(app: Pick<App, 'connection'>, name = 'Wei Li'): Promise<number> {
  const row = await app.connection.db
    .insertInto('brokers')
    .values({ name, email: 'wei.li@example.com' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
