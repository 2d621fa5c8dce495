import type { Selectable } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import { creditScale } from '#contract/scoring/credit-scales.ts'
import type { Organisation, updateOrganisation as updateEndpoint } from '#contract/system/organisation.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { sendOrganisationLink } from '#server/modules/bookings/bdms.ts'
import { formatPhone, parsePhone } from '#server/modules/brokers/phone.rules.ts'
import { invalid } from '#server/platform/errors.ts'
import type { Organisation as OrganisationTable } from '#server/schema.gen.ts'
import { changeOrganisation, lockOrganisation } from './organisation.store.ts'

const fields = [
  'legalName',
  'tradingName',
  'abn',
  'contactPhone',
  'address',
  'privacyUrl',
  'termsUrl',
  'agentName',
  'videoLink',
  'respectStateHolidays',
  'creditScoreScale',
  'callMinutePrice',
  'audPerUsd',
  'statusPage',
] as const satisfies (keyof Organisation)[]

/** The documents that applicants agree to. */
const papers: readonly string[] = ['termsUrl', 'privacyUrl']

export async function viewOrganisation(ctx: Ctx): Promise<Organisation> {
  return toOrganisation(await ctx.db.selectFrom('organisation').select(fields).executeTakeFirstOrThrow())
}

const toOrganisation = (row: Pick<Selectable<OrganisationTable>, (typeof fields)[number]>): Organisation => ({
  ...row,
  creditScoreScale: creditScale.parse(row.creditScoreScale),
  callMinutePrice: decimalText(row.callMinutePrice),
  audPerUsd: decimalText(row.audPerUsd),
})

/** A price that was emptied is null. */
function columnsOf({ callMinutePrice, audPerUsd, ...values }: Partial<Organisation>) {
  return {
    ...values,
    ...(callMinutePrice !== undefined && { callMinutePrice: callMinutePrice || null }),
    ...(audPerUsd !== undefined && { audPerUsd: audPerUsd || null }),
  }
}

/** '0.15' for 0.1500; '' where it is not set. */
const decimalText = (value: string | null): string => (value === null ? '' : String(Number(value)))

/**
 * Changes the organisation details; calls, pages and messages use them immediately. @throws AppError forbidden, invalid
 */
export async function updateOrganisation(ctx: Ctx, changes: BodyOf<typeof updateEndpoint>): Promise<void> {
  authorise(ctx, 'organisation.write')
  const contactPhone = changes.contactPhone && normalisePhone(changes.contactPhone)
  await ctx.tx(async (tx) => {
    const before = toOrganisation(await lockOrganisation(tx))
    const values = { ...changes, ...(contactPhone !== undefined && { contactPhone }) }
    const after = { ...before, ...values }
    const changed = fields.filter((field) => before[field] !== after[field])
    if (changed.length === 0) return
    if (before.callMinutePrice !== '' && after.callMinutePrice === '') await refuseWithBudgets(tx)
    await changeOrganisation(tx, columnsOf(values))
    const pick = (row: Organisation) => Object.fromEntries(changed.map((field) => [field, row[field]]))
    await audit(tx, {
      action: 'organisation.changed',
      subjectType: 'organisation',
      before: pick(before),
      after: pick(after),
    })
    if (changed.includes('videoLink')) await sendOrganisationLink(tx)
    if (changed.some((field) => papers.includes(field)))
      await tx.emit('matter.settled', { kind: 'papers_missing' })
  })
}

/** Without the price of a minute no campaign with a budget can call. @throws AppError invalid */
async function refuseWithBudgets(tx: Ctx): Promise<void> {
  const campaign = await tx.db
    .selectFrom('campaigns')
    .select('name')
    .where('budget', 'is not', null)
    .where('status', '<>', 'completed')
    .orderBy('id')
    .executeTakeFirst()
  if (campaign)
    throw invalid({ callMinutePrice: `Campaigns with a budget need it, such as ${campaign.name}` })
}

/** The number as spoken in calls and printed on pages, e.g. '1800 160 401'. @throws AppError invalid */
function normalisePhone(text: string): string {
  const parsed = parsePhone(text)
  if (!parsed.ok) throw invalid({ contactPhone: parsed.reason })
  return formatPhone(parsed.e164)
}
