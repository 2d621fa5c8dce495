import { createHash } from 'node:crypto'
import { z } from 'zod'
import { daysBetween, longDay } from '#contract/calendar.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import {
  type importRegister as endpoint,
  MAX_REGISTER_BYTES,
  type Register,
  registers,
  registerTerms,
  STALE_DAYS,
} from '#contract/surveillance/registers.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { reportToStaff } from '#server/modules/messages/report-to-staff.ts'
import { AppError } from '#server/platform/errors.ts'
import { FetchRefused, readGuarded } from '#server/platform/http/fetch-guarded.ts'
import { readJsonOrNull, VENDOR_LIMITS } from '#server/platform/read-json.ts'
import { noteFailure, noteSuccess } from './fetches.store.ts'
import { importRegister } from './import-register.ts'
import { newestSnapshot } from './registers.store.ts'

const limits = { timeoutMs: 120_000, maxRedirects: 3 }
const ANSWER_BYTES = 1024 * 1024

/** CKAN's description of a file. Source: docs.ckan.org, 'resource_show'. */
const resource = z.object({
  success: z.literal(true),
  result: z.object({ url: z.url(), last_modified: z.string().nullish() }),
})

/**
 * Fetches the newest file of a register from data.gov.au and imports it. A failure is recorded and reported.
 * @throws AppError forbidden, unavailable with the server that did not respond, invalid with the fault of the file
 */
export async function fetchRegister(ctx: Ctx, register: Register): Promise<ReturnsOf<typeof endpoint>> {
  authorise(ctx, 'registers.import')
  if (!ctx.providers.installation.asicDataUrl) throw notConfigured()
  return reported(ctx, register, async () => importFile(ctx, register, await findFile(ctx, register)))
}

interface PublishedFile {
  url: string
  publishedOn: string | null
}

async function importFile(
  ctx: Ctx,
  register: Register,
  file: PublishedFile,
): Promise<ReturnsOf<typeof endpoint>> {
  const { bytes } = await read(ctx, file.url, MAX_REGISTER_BYTES)
  await requireChange(ctx, register, { bytes, ...file })
  return importRegister(ctx, { register, bytes, source: file.url, snapshotDate: file.publishedOn })
}

/**
 * Without a date of publication, the same bytes are the same snapshot: its age is not hidden by fetching it again.
 * @throws AppError unavailable once the file has stayed the same for longer than ASIC leaves it
 */
async function requireChange(
  ctx: Ctx,
  register: Register,
  { bytes, publishedOn }: { bytes: Buffer; publishedOn: string | null },
): Promise<void> {
  if (publishedOn !== null) return
  const before = await newestSnapshot(ctx, register)
  if (!before || before.hash !== createHash('sha256').update(bytes).digest('hex')) return
  requireFresh(before.snapshotDate, sydneyDate(ctx.now()))
  throw new AppError('conflict', `The file is the one of ${longDay(before.snapshotDate)}, which is loaded.`)
}

function requireFresh(snapshotDate: string, today: string): void {
  const age = daysBetween(snapshotDate, today)
  if (age <= STALE_DAYS) return
  throw new AppError(
    'unavailable',
    `data.gov.au still has the file of ${longDay(snapshotDate)}, which is ${age} days old, and ASIC publishes every week.`,
  )
}

/** Runs an attempt and records how it ended: the first failure is one task and one mail, which end with a success. */
async function reported<T>(ctx: Ctx, register: Register, attempt: () => Promise<T>): Promise<T> {
  try {
    const result = await attempt()
    await succeed(ctx, register)
    return result
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') await succeed(ctx, register)
    else await fail(ctx, register, reasonOf(error))
    throw error
  }
}

async function succeed(ctx: Ctx, register: Register): Promise<void> {
  await ctx.tx(async (tx) => {
    if (await noteSuccess(tx, register)) await tx.emit('matter.settled', { kind: 'register_not_fetched' })
  })
}

/** Our own errors are in the log; staff see only that one occurred. */
const reasonOf = (error: unknown): string =>
  error instanceof AppError
    ? (Object.values(error.fields ?? {})[0] ?? error.message)
    : 'The register could not be fetched because of an internal error, which is in the log.'

async function fail(ctx: Ctx, register: Register, reason: string): Promise<void> {
  await ctx.tx(async (tx) => {
    const { failedSince, failures } = await noteFailure(tx, register, reason)
    if (failures > 1) return
    const { label } = registerTerms[register]
    await reportToStaff(tx, {
      ...{ kind: 'register_not_fetched', key: register, name: label },
      occasion: `${register}:${failedSince.toISOString()}`,
      title: `${label}: the register was not fetched`,
      details: `${label}: ${reason} The last snapshot stays in use.`,
    })
  })
}

const notConfigured = (): AppError =>
  new AppError(
    'conflict',
    'Registers are not fetched here: ASIC_DATA_URL is not set. Set it to https://data.gov.au/data, or upload the file.',
  )

async function findFile(ctx: Ctx, register: Register): Promise<PublishedFile> {
  const { asicDataUrl } = ctx.providers.installation
  if (!asicDataUrl) throw notConfigured()
  const asked = `${asicDataUrl}/api/3/action/resource_show?id=${registerTerms[register].resource}`
  const { bytes } = await read(ctx, asked, ANSWER_BYTES)
  const answer = resource.safeParse(readJsonOrNull(bytes.toString('utf8'), VENDOR_LIMITS))
  if (!answer.success)
    throw new AppError(
      'unavailable',
      'data.gov.au answered with something else than the register’s address. Try again later.',
    )
  const { url, last_modified: modified } = answer.data.result
  const published = modified ? new Date(modified.endsWith('Z') ? modified : `${modified}Z`) : null
  const today = sydneyDate(ctx.now())
  const day = published && !Number.isNaN(published.getTime()) ? sydneyDate(published) : null
  return { url, publishedOn: day && day <= today ? day : null }
}

async function read(ctx: Ctx, url: string, maxBytes: number): Promise<{ bytes: Buffer }> {
  try {
    const { demo } = ctx.providers.installation
    return await readGuarded(url, { ...limits, maxBytes, allowPrivate: demo, hosts: null })
  } catch (error) {
    if (error instanceof FetchRefused)
      throw new AppError('unavailable', `The register was not fetched: ${error.message}`)
    throw error
  }
}

/** Fetches every register whose file is newer than the loaded one; a failure is reported and stops no other register. */
export async function fetchRegisters(ctx: Ctx): Promise<void> {
  if (!ctx.providers.installation.asicDataUrl) return
  for (const register of registers) {
    try {
      await reported(ctx, register, () => fetchIfNewer(ctx, register))
    } catch (error) {
      const isExpected = error instanceof AppError
      if (isExpected) ctx.log.warn({ register, reason: error.message }, 'a register was not fetched')
      else ctx.log.error({ register, err: error }, 'a register was not fetched')
    }
  }
}

async function fetchIfNewer(ctx: Ctx, register: Register): Promise<void> {
  const file = await findFile(ctx, register)
  const before = await newestSnapshot(ctx, register)
  if (before && file.publishedOn && file.publishedOn <= before.snapshotDate) {
    requireFresh(before.snapshotDate, sydneyDate(ctx.now()))
    return
  }
  await importFile(ctx, register, file)
}
