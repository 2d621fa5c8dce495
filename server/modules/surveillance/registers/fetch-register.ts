import { z } from 'zod'
import type { ReturnsOf } from '#contract/endpoint.ts'
import {
  type importRegister as endpoint,
  MAX_REGISTER_BYTES,
  type Register,
  registers,
  registerTerms,
} from '#contract/registers.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError } from '#server/platform/errors.ts'
import { FetchRefused, readGuarded } from '#server/platform/http/fetch-guarded.ts'
import { readJsonOrNull, VENDOR_LIMITS } from '#server/platform/read-json.ts'
import { importRegister } from './import-register.ts'
import { newestSnapshot } from './registers.store.ts'

const limits = { timeoutMs: 120_000, maxRedirects: 3 }
const ANSWER_BYTES = 1024 * 1024

/** What CKAN tells about a file. Source: docs.ckan.org, 'resource_show'. */
const resource = z.object({
  success: z.literal(true),
  result: z.object({ url: z.url(), last_modified: z.string().nullish() }),
})

/**
 * Fetches the newest file of a register from data.gov.au and imports it.
 * @throws AppError forbidden, unavailable with what did not answer, invalid with what is wrong with the file
 */
export async function fetchRegister(ctx: Ctx, register: Register): Promise<ReturnsOf<typeof endpoint>> {
  authorise(ctx, 'registers.import')
  const file = await findFile(ctx, register)
  const { bytes } = await read(ctx, file.url, MAX_REGISTER_BYTES)
  return importRegister(ctx, { register, bytes, source: file.url, snapshotDate: file.publishedOn })
}

async function findFile(ctx: Ctx, register: Register): Promise<{ url: string; publishedOn: string | null }> {
  const { asicDataUrl } = ctx.providers.installation
  if (!asicDataUrl) {
    throw new AppError(
      'conflict',
      'Registers are not fetched here: ASIC_DATA_URL is not set. Set it to https://data.gov.au/data, or upload the file.',
    )
  }
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

/** Every register whose file is newer than what is loaded; one that fails does not stop the others. */
export async function fetchRegisters(ctx: Ctx): Promise<void> {
  if (!ctx.providers.installation.asicDataUrl) return
  for (const register of registers) {
    try {
      const { publishedOn } = await findFile(ctx, register)
      const before = await newestSnapshot(ctx, register)
      if (before && publishedOn && publishedOn <= before.snapshotDate) continue
      await fetchRegister(ctx, register)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      ctx.log.warn({ register, reason: error.message }, 'a register was not fetched')
    }
  }
}
