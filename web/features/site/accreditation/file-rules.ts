/** Checks a file of an application before it is sent; the server checks its bytes again. */
import {
  applicationFileTypes,
  EMPTY_FILE,
  FILE_TOO_LARGE,
  MAX_APPLICATION_FILE,
  WRONG_FILE_TYPE,
} from '#contract/accreditations/accreditations.ts'

interface FileFacts {
  name: string
  size: number
  /** The MIME type according to the browser; empty where it has none. */
  type: string
}

/** For the file chooser: types and endings, as some systems know only the one or the other. */
export const ACCEPTED = [...applicationFileTypes, '.pdf', '.png', '.jpg', '.jpeg'].join(',')

/** Why a file is refused, for display; null when it is accepted. */
export function problemOf({ name, size, type }: FileFacts): string | null {
  const isKnown = type === '' ? /\.(pdf|png|jpe?g)$/i.test(name) : isAllowed(type)
  if (!isKnown) return WRONG_FILE_TYPE
  if (size > MAX_APPLICATION_FILE) return FILE_TOO_LARGE
  return size === 0 ? EMPTY_FILE : null
}

function isAllowed(type: string): boolean {
  return (applicationFileTypes as readonly string[]).includes(type)
}
