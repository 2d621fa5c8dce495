import { invalid } from '#server/platform/errors.ts'

const CONTROL = /\p{Cc}/u
/** The control characters that texts need. */
const LINES_AND_TABS = /[\t\n\r]/g
/** Letters and signs by their class that show nothing. */
const BLANK = /[\u115f\u1160\u2800\u3164\uffa0]/g
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

export const CANNOT_BE_STORED = 'A text holds a character that cannot be stored. Remove it and try again.'
const NOTHING_TO_SEE = 'This text shows nothing. Type it again, or leave it empty.'

/**
 * Refuses texts of a JSON body that could not be stored as they are, or that would show as nothing.
 * @throws AppError invalid, by the path of the field
 */
export function requireFitTexts(body: unknown, path: readonly string[] = []): void {
  if (typeof body === 'string') {
    const fault = faultOf(body)
    if (fault) throw invalid({ [path.join('.') || 'body']: fault })
  } else if (typeof body === 'object' && body !== null) {
    for (const [key, value] of Object.entries(body)) requireFitTexts(value, [...path, key])
  }
}

function faultOf(text: string): string | null {
  if (!text.isWellFormed() || CONTROL.test(text.replaceAll(LINES_AND_TABS, ''))) return CANNOT_BE_STORED
  const isSeen = text.trim() === '' || VISIBLE.test(text.replaceAll(BLANK, ''))
  return isSeen ? null : NOTHING_TO_SEE
}
