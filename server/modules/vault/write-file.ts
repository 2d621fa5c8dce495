import { randomBytes } from 'node:crypto'
import type { Ctx } from '#server/ctx.ts'
import { AGE_HEADER } from '#server/platform/crypto/age.ts'
import { AppError } from '#server/platform/errors.ts'
import { errorCode } from '#server/platform/startup-error.ts'

/** 144 bits: a name tells nothing and meets no other. */
const NAME_BYTES = 18

export const newStorageName = (): string => `${randomBytes(NAME_BYTES).toString('hex')}.age`

/** The disk or the share of it that is ours is full, or nobody may write there any more. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EROFS']

/** True where the store has no room, which waiting a minute does not cure. */
export const hasNoRoom = (error: unknown): boolean => NO_ROOM.includes(errorCode(error) ?? '')

/** Keeps apart what broke off at its source and what went wrong behind it. */
export function watchSource(source: AsyncIterable<Uint8Array>): {
  content: AsyncIterable<Uint8Array>
  /** True once the source itself has failed. */
  broke(): boolean
} {
  let broken = false
  return {
    content: (async function* () {
      try {
        yield* source
      } catch (error) {
        broken = true
        throw error
      }
    })(),
    broke: () => broken,
  }
}

/** Looks at the first bytes on their way into the store or out of it. */
export function watchHead(encrypted: AsyncIterable<Uint8Array>): {
  content: AsyncIterable<Uint8Array>
  /** Whether they are those of an age file; null: nothing has passed. */
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

/**
 * The answer to a file that the store did not take. Whatever of it may have arrived all the same is removed, now or
 * by the clean-up.
 */
export async function storeRefused(ctx: Ctx, storageName: string, error: unknown): Promise<AppError> {
  ctx.log.error({ err: error }, 'a file could not be stored')
  await dropStored(ctx, storageName)
  return new AppError(
    'unavailable',
    hasNoRoom(error)
      ? 'There is no room left to store files. Nothing was changed. Try again later.'
      : 'Files cannot be stored right now. Nothing was changed. Try again in a minute.',
    { retryAfter: hasNoRoom(error) ? 600 : 60 },
  )
}

/** Removes what no row tells of; what cannot be removed now is left to the clean-up. */
export async function dropStored(ctx: Ctx, storageName: string): Promise<void> {
  await ctx.providers.files.remove(storageName).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'a file that nobody needs could not be removed yet')
  })
}
