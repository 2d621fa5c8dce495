import { randomBytes } from 'node:crypto'
import type { Ctx } from '#server/ctx.ts'
import { AGE_HEADER } from '#server/platform/crypto/age.ts'
import { isOutOfSpace, noSpace } from '#server/platform/disk-space.ts'
import { AppError } from '#server/platform/errors.ts'
import { errorCode } from '#server/platform/startup-error.ts'

/** 144 bits, so that a name reveals nothing and never collides. */
const NAME_BYTES = 18

export const newStorageName = (): string => `${randomBytes(NAME_BYTES).toString('hex')}.age`

/** Whether the store takes nothing more: the disk or our quota is full, or the file system is read-only. */
export const isStoreFull = (error: unknown): boolean => isOutOfSpace(error) || errorCode(error) === 'EROFS'

/** Distinguishes errors of the source from errors of its consumer. */

export function watchSource(source: AsyncIterable<Uint8Array>): {
  content: AsyncIterable<Uint8Array>
  /** Whether the source itself has failed. */
  hasFailed(): boolean
} {
  let failed = false
  return {
    content: (async function* () {
      try {
        yield* source
      } catch (error) {
        failed = true
        throw error
      }
    })(),
    hasFailed: () => failed,
  }
}

/** Checks the first bytes of a stream to or from the store. */
export function watchHead(encrypted: AsyncIterable<Uint8Array>): {
  content: AsyncIterable<Uint8Array>
  /** Whether they are age's header; null: nothing has been streamed. */
  sealed(): boolean | null
} {
  let head = Buffer.alloc(0)
  return {
    content: (async function* () {
      for await (const chunk of encrypted) {
        if (head.length < AGE_HEADER.length)
          head = Buffer.concat([head, chunk]).subarray(0, AGE_HEADER.length)
        yield chunk
      }
    })(),
    sealed: () => (head.length > 0 ? head.toString('latin1') === AGE_HEADER : null),
  }
}

/** Removes what may have been stored of a file that the store rejected. @returns the error to answer with */
export async function handleStoreError(ctx: Ctx, storageName: string, error: unknown): Promise<AppError> {
  ctx.log.error({ err: error }, 'file not stored')
  await dropStored(ctx, storageName)
  if (isStoreFull(error)) return noSpace()
  return new AppError(
    'unavailable',
    'Files cannot be stored right now. Nothing was changed. Try again in a minute.',
    { retryAfter: 60 },
  )
}

/** Removes a stored file without a row; if that fails, the clean-up will remove it. */
export async function dropStored(ctx: Ctx, storageName: string): Promise<void> {
  await ctx.providers.files.remove(storageName).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'unneeded file not removed yet')
  })
}
