import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { addDays } from '#contract/calendar.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { exportSeals } from '#contract/surveillance/seals.ts'
import { sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError } from '#server/platform/errors.ts'
import { requireDaysInOrder } from '#server/platform/http/days-in-order.ts'
import { disposition } from '#server/platform/http/disposition.ts'
import { inclusionProver } from '#server/platform/tlog/proofs.ts'
import { exportedEntries, indexesOfBroker, indexesOfPeriod } from './exported-entries.views.ts'
import { tileReader } from './tiles.views.ts'
import { newestCheckpoint, newestCosigned, publishedNote, type StoredCheckpoint } from './views.ts'

/** Entries that are read at a time. */
const PAGE = 500

type Selection = QueryOf<typeof exportSeals>

/**
 * Sends sealed rows as JSON lines, which docs/verify.md describes: a manifest with the checkpoint, then each entry with
 * content, salt and inclusion proof. @throws AppError forbidden, invalid, not_found where nothing was sealed
 */
export async function sendSeals(ctx: Ctx, selection: Selection, reply: FastifyReply): Promise<FastifyReply> {
  authorise(ctx, 'seals.read')
  requireDaysInOrder(selection)
  const indexes = await indexesOf(ctx, selection)
  const last = indexes.at(-1)
  if (last === undefined) throw new AppError('not_found', nothingOf(selection))
  const checkpoint = await checkpointOver(ctx, last)
  await ctx.tx((tx) =>
    audit(tx, {
      ...{ action: 'seals.exported', subjectType: 'seals' },
      after: { ...selection, entries: indexes.length },
    }),
  )
  return reply
    .type('application/jsonl; charset=utf-8')
    .header('content-disposition', disposition('attachment', `sealed-${nameOf(selection)}.jsonl`))
    .header('cache-control', 'private, no-store')
    .send(Readable.from(lines(ctx, { selection, indexes, checkpoint })))
}

const nameOf = ({ from, to, brokerId }: Selection): string =>
  brokerId === undefined ? `${from}-to-${to}` : `broker-${brokerId}`

const nothingOf = ({ brokerId }: Selection): string =>
  brokerId === undefined
    ? 'Nothing was sealed on these days. Choose other ones.'
    : `Nothing has been sealed about a broker with the number ${brokerId}. New rows are sealed within a minute.`

async function indexesOf(ctx: Ctx, { from, to, brokerId }: Selection): Promise<number[]> {
  if (brokerId !== undefined) return indexesOfBroker(ctx, brokerId)
  // the contract requires both days where there is no broker
  if (!from || !to) return []
  const period = { from: sydneyMidnight(from), to: sydneyMidnight(addDays(to, 1)) }
  const found = await indexesOfPeriod(ctx, period)
  return found ? Array.from({ length: found.last - found.first + 1 }, (_, at) => found.first + at) : []
}

/** The newest checkpoint that the witness has signed if it covers the entry, else the newest one. */
async function checkpointOver(ctx: Ctx, index: number): Promise<StoredCheckpoint> {
  const [newest, cosigned] = await Promise.all([newestCheckpoint(ctx), newestCosigned(ctx)])
  const checkpoint = cosigned && cosigned.size > index ? cosigned : newest
  if (!checkpoint) throw new Error('the log has entries but no checkpoint')
  return checkpoint
}

interface Content {
  selection: Selection
  indexes: readonly number[]
  checkpoint: StoredCheckpoint
}

async function* lines(ctx: Ctx, { selection, indexes, checkpoint }: Content): AsyncGenerator<string> {
  const { verifierKey } = await ctx.db.selectFrom('sealedLog').select('verifierKey').executeTakeFirstOrThrow()
  const { logWitness, publicUrl } = ctx.providers
  yield lineOf({
    ...{
      type: 'manifest',
      format: 1,
      log: `${publicUrl}/log`,
      verifierKey,
      witnessKey: logWitness?.key ?? null,
    },
    ...{ exportedAt: ctx.now(), selection, entries: indexes.length },
    ...{ first: indexes[0] ?? null, last: indexes.at(-1) ?? null, checkpoint: publishedNote(checkpoint) },
  })
  const prove = inclusionProver(tileReader(ctx), checkpoint.size)
  for (let from = 0; from < indexes.length; from += PAGE) {
    const entries = await exportedEntries(ctx, indexes.slice(from, from + PAGE))
    let page = ''
    for (const { index, source, sealedAt, content, salt, commitment } of entries) {
      const proof = await prove(index)
      page += lineOf({
        ...{ type: 'entry', index, source, sealedAt, content, salt: salt?.toString('base64') ?? null },
        ...{ commitment: commitment.toString('base64'), proof: proof.map((hash) => hash.toString('base64')) },
      })
    }
    yield page
  }
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`
