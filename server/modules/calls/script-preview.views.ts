import { type RawBuilder, sql } from 'kysely'
import type { DraftScript, previewScript } from '#contract/campaigns/campaign-drafts.ts'
import type { BodyOf, ReturnsOf } from '#contract/endpoint.ts'
import { plainSigns } from '#contract/messages/sms-length.ts'
import type { Ctx } from '#server/ctx.ts'
import { clockOf, rulesOf } from '#server/modules/audiences/audiences.views.ts'
import { audienceWhere } from '#server/modules/audiences/where.rules.ts'
import { hasFreeTime } from '#server/modules/bookings/slots.views.ts'
import { loadRuleTimeline } from '#server/modules/campaigns/calling-rules/calling-rules.views.ts'
import { rulesAt } from '#server/modules/campaigns/calling-rules/rules-in-force.rules.ts'
import { lenderFacts } from '#server/modules/messages/queue-message.ts'
import { offerSms } from '#server/modules/messages/requested-link.ts'
import { codeSentence } from '#server/modules/messages/verification/contact-codes.rules.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import type { CallScript, Recording } from '#server/providers/ports/voice.ts'
import { buildScript } from './script.rules.ts'

interface Heard {
  id: number
  name: string
  company: string | null
  region: string | null
  callBasis: string
  numberSource: string | null
}

/** Counting stops here: a higher count would not change staff's next step. */
const COUNTED = 1000

const NAMES_COMPANY = /\{\{\s*company\s*\}\}/
const NAMES_RATE = /\{\{\s*rate\s*\}\}/

/** A script filled in for a broker of the audience. @throws AppError invalid for a deleted audience */
export async function viewScriptPreview(
  ctx: Ctx,
  { move, ...draft }: BodyOf<typeof previewScript>,
): Promise<ReturnsOf<typeof previewScript>> {
  const audience = await audienceOf(ctx, draft.audienceId)
  const [broker, withoutCompany, lender] = await Promise.all([
    findHeard(ctx, audience, { from: draft.brokerId ?? null, move }),
    NAMES_COMPANY.test(draft.callScript) ? countWithoutCompany(ctx, audience) : null,
    lenderFacts(ctx),
  ])
  const script = await scriptOf(ctx, draft, broker)
  return {
    broker: broker && { id: broker.id, name: broker.name, company: broker.company, region: broker.region },
    greeting: script.greeting,
    body: script.body,
    menu: script.menu.map(({ text }) => text),
    sms: smsOf(ctx, { lender, product: draft.product || 'product', url: exampleUrl(ctx) }),
    seconds: ctx.providers.scriptReader.seconds(passagesOf(script)),
    withoutCompany: withoutCompany === null ? null : { brokers: withoutCompany, counted: COUNTED },
    withoutRate: !draft.rate && NAMES_RATE.test(draft.callScript),
  }
}

/** The same, read out. @throws AppError invalid for a deleted audience, unavailable */
export async function openSpokenPreview(ctx: Ctx, draft: DraftScript): Promise<Recording> {
  const audience = await audienceOf(ctx, draft.audienceId)
  const broker = await findHeard(ctx, audience, { from: draft.brokerId ?? null })
  const script = await scriptOf(ctx, draft, broker)
  try {
    const { aiPersonality: personality } = draft
    return await ctx.providers.scriptReader.read({ passages: passagesOf(script), personality })
  } catch (error) {
    ctx.log.error({ err: error }, 'script not read out')
    throw new AppError('unavailable', 'The script cannot be read out right now. Try again in a minute.')
  }
}

/** As the first SMS to a number is. */
const smsOf = ({ providers }: Ctx, offer: Parameters<typeof offerSms>[0]): string =>
  plainSigns(offerSms(offer)) + codeSentence('X'.repeat(6), providers.publicUrl)

/** As long as a real link. */
const exampleUrl = ({ providers }: Ctx): string => `${providers.publicUrl}/s/${'x'.repeat(22)}`

const passagesOf = ({ greeting, body, menu }: CallScript): string[] => [
  greeting,
  body,
  ...menu.map(({ text }) => text),
]

async function scriptOf(ctx: Ctx, draft: DraftScript, broker: Heard | null): Promise<CallScript> {
  const [organisation, meetings, law] = await Promise.all([
    ctx.db
      .selectFrom('organisation')
      .select(['legalName', 'tradingName', 'contactPhone', 'agentName'])
      .executeTakeFirstOrThrow(),
    hasFreeTime(ctx, ctx.now()),
    loadRuleTimeline(ctx),
  ])
  const { product, rate, rateType, callScript, aiPersonality } = draft
  const version = { product: product || 'this product', rate, rateType, callScript, aiPersonality }
  return buildScript(
    {
      organisation,
      version: { ...version, aiPrompt: null, aiInstructions: null },
      broker,
      law: rulesAt(law, ctx.now()).rules,
    },
    { meetings },
  )
}

type Audience = RawBuilder<unknown>

async function audienceOf(ctx: Ctx, id: number | null): Promise<Audience> {
  if (id === null) return sql`true`
  const rules = await rulesOf(ctx, id).catch(() => {
    throw invalid({ audienceId: 'This audience is gone: choose another' })
  })
  return sql`${audienceWhere(rules, clockOf(ctx))}`
}

/** The broker, or the next or previous one; wraps around at the ends of the audience. */
async function findHeard(
  ctx: Ctx,
  audience: Audience,
  { from, move }: { from: number | null; move?: 'next' | 'previous' | undefined },
): Promise<Heard | null> {
  const read = async (where: RawBuilder<unknown>, backwards = false): Promise<Heard | null> => {
    const { rows } = await sql<Heard>`
      select b.id, b.name, b.company, b.region, b.call_basis, b.number_source from brokers b
      where ${audience} and ${where} order by b.id ${backwards ? sql`desc` : sql``} limit 1`.execute(ctx.db)
    return rows[0] ?? null
  }
  if (from === null) return read(sql`true`)
  if (move === 'previous') return (await read(sql`b.id < ${from}`, true)) ?? read(sql`true`, true)
  if (move === 'next') return (await read(sql`b.id > ${from}`)) ?? read(sql`true`)
  // a broker who has left the audience meanwhile is replaced by the next one
  return (await read(sql`b.id >= ${from}`)) ?? read(sql`true`)
}

async function countWithoutCompany(ctx: Ctx, audience: Audience): Promise<number> {
  const { rows } = await sql<{ brokers: number }>`
    select count(*)::int as brokers from (
      select from brokers b where ${audience} and coalesce(b.company, '') = '' limit ${COUNTED}) found`.execute(
    ctx.db,
  )
  return rows[0]?.brokers ?? 0
}
