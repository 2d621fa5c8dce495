import { sql } from 'kysely'
import { signFormTime } from '#server/input/form-check.ts'
import type { TestApp } from '#test/test-app.ts'

/** Decisions of programs about a broker, one of most kinds. @returns the id of the decision on a call */
export async function addDecisions(app: TestApp, brokerId: number): Promise<number> {
  const { db } = app.connection
  const campaign = await db
    .insertInto('campaigns')
    .values({ name: 'Winter', product: 'Flex', callScript: 'Hello' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const reasons = [
    { code: 'duplicate_number', text: 'Shares the number with Marco Zhang.' },
    { code: 'suspended', text: 'Suspended since 3 Nov.' },
  ]
  const decision = await db
    .insertInto('callDecisions')
    .values({
      ...{ brokerId, campaignId: campaign.id, verdict: 'never', reasons: JSON.stringify(reasons) },
      ...{ facts: '{}', rulesVersion: '6.hours-2', dataVersions: '{}' },
      ...{ judgedAt: new Date('2026-11-20T02:00:00Z'), decidedAt: new Date('2026-11-20T02:00:00Z') },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('complianceFindings')
    .values({
      ...{ brokerId, checkType: 'asic_banned', subject: 'banned_persons:1', fingerprint: 'f', risk: 80 },
      ...{ title: 'Banned: ZHANG, MARCO', foundAt: new Date('2026-11-21T02:00:00Z') },
    })
    .execute()
  await db
    .insertInto('suppressions')
    .values({
      ...{ phone: '+61491570156', source: 'unclear', reason: 'May be an opt-out' },
      ...{
        evidence: JSON.stringify({ text: 'call Marco instead' }),
        createdAt: new Date('2026-11-22T02:00:00Z'),
      },
    })
    .execute()
  return Number(decision.id)
}

/** When a form was opened, long enough ago for a person. */
export const openedForm = (app: TestApp): { formCheck: string; formTime: string } => {
  const { providers, now } = app.ctx()
  const openedAt = new Date(now().getTime() - 60_000)
  return { formCheck: '', formTime: signFormTime({ secret: providers.secret, now: openedAt }) }
}

export const mailsOf = async (app: TestApp, template: string) =>
  (
    await sql<{ recipient: string; subject: string; body: string }>`
      select recipient, subject, body from messages where template = ${template} order by id`.execute(
      app.connection.db,
    )
  ).rows
