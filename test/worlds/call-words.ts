import type { Kysely } from 'kysely'
import type { CallScript } from '#server/providers/ports/voice.ts'
import type { DB } from '#server/schema.gen.ts'

/** The script of a call of a test. */
export const words: CallScript = {
  greeting: 'Hello Priya, this is Alex, an AI assistant calling for Harbour Lending about a home loan.',
  body: 'It has an offset account and no monthly fee.',
  aiPrompt: null,
  personality: 'professional',
  instructions: null,
  menu: [
    { option: 'option_1', key: '1', text: 'Press 1 for the link.' },
    { option: 'option_2', key: '2', text: 'Press 2 for a meeting.' },
    { option: 'option_3', key: '3', text: 'Press 3 for accreditation.' },
    { option: 'option_4', key: '4', text: 'Press 4 and we will not call again.' },
  ],
  operator: 'You can reach us on (02) 5550 0100.',
}

/** A campaign with one version of its words, written straight into the tables. */
export async function makeCampaign(
  db: Kysely<DB>,
  callScript = 'Our loan has an offset account.',
): Promise<{ campaignId: number; campaignVersionId: number }> {
  const values = {
    product: 'Premium home loan',
    rate: '6.140',
    rateType: 'p.a. variable',
    callScript,
    aiPersonality: 'professional',
  }
  const campaign = await db
    .insertInto('campaigns')
    .values({ name: 'Test', ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  const version = await db
    .insertInto('campaignVersions')
    .values({ campaignId: campaign.id, number: 1, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('campaigns').set({ versionId: version.id }).where('id', '=', campaign.id).execute()
  return { campaignId: campaign.id, campaignVersionId: version.id }
}
