// Why an archive could not be written or read, in words for the person who runs the installation.
import { isOutOfSpace } from '#server/platform/disk-space.ts'
import { errorCode, errorLine, StartupError } from '#server/platform/startup-error.ts'

const NO_RIGHTS = ['EACCES', 'EPERM', 'EROFS']

/** @returns an error whose message is a sentence with the next action; the original where it has one, or is another fault */
export function asNotStored(error: unknown, store: string): unknown {
  if (error instanceof StartupError) return error
  if (isOutOfSpace(error))
    return new StartupError(`There is no room for the backup in ${store}. Free some, then try again.`)
  if (NO_RIGHTS.includes(errorCode(error) ?? ''))
    return new StartupError(
      `Brokerline may not write to ${store}. Give its user the right to, then try again.`,
    )
  return isOfTheStore(error)
    ? new StartupError(
        `The backup could not be written to ${store} (${errorLine(error)}). See whether the store can be reached, then try again.`,
      )
    : error
}

/** Errors of the network, and answers of S3. */
const isOfTheStore = (error: unknown): boolean =>
  /^(E[A-Z]+|UND_ERR\w*)$/.test(errorCode(error) ?? '') ||
  (typeof error === 'object' && error !== null && '$metadata' in error) ||
  (error instanceof Error && error.name === 'TimeoutError')

/** The content, whose errors state that it could not be read, so that they are not taken for damage. */
export async function* readable(
  content: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  try {
    yield* content
  } catch (error) {
    throw asNotRead(error, name)
  }
}

export const asNotRead = (error: unknown, name: string): StartupError =>
  new StartupError(
    `${name} cannot be read (${errorLine(error)}). See whether it can be reached. Nothing was changed.`,
  )
