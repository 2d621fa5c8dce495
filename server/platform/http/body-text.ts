import { invalid } from '#server/platform/errors.ts'

const CONTROL = /\p{Cc}/u
/** The control characters that texts need. */
const LINES_AND_TABS = /[\t\n\r]/g
/** Letters and signs by their class that show nothing. */
const BLANK = /[\u115f\u1160\u2800\u3164\uffa0]/g
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

export const CANNOT_BE_STORED = 'A text holds a character that cannot be stored. Remove it and try again.'
const NOTHING_TO_SEE = 'This text shows nothing. Type it again, or leave it empty.'

/** A value with the key that it has in its parent; linked, so that a path is built for a refused text only. */
interface Place {
  value: unknown
  key: string
  parent: Place | null
}

/**
 * Refuses texts and keys of a JSON body that could not be stored as they are, or texts that show nothing. Iterates, so that
 * no depth exhausts the stack.
 * @throws AppError invalid, by the path of the field
 */
export function requireFitTexts(body: unknown): void {
  const open: Place[] = [{ value: body, key: '', parent: null }]
  for (let place = open.pop(); place; place = open.pop()) {
    const { value } = place
    if (typeof value === 'string') {
      const fault = faultOf(value)
      if (fault) throw invalid({ [pathOf(place)]: fault })
    } else if (typeof value === 'object' && value !== null) {
      // in reverse, so that the first field is checked first
      for (const [key, part] of Object.entries(value).reverse()) {
        if (isUnstorable(key)) throw invalid({ [pathOf(place)]: CANNOT_BE_STORED })
        if (part !== null && (typeof part === 'string' || typeof part === 'object'))
          open.push({ value: part, key, parent: place })
      }
    }
  }
}

function pathOf(place: Place): string {
  const keys: string[] = []
  for (let at: Place | null = place; at?.parent; at = at.parent) keys.unshift(at.key)
  return keys.join('.') || 'body'
}

const isUnstorable = (text: string): boolean =>
  !text.isWellFormed() || CONTROL.test(text.replaceAll(LINES_AND_TABS, ''))

function faultOf(text: string): string | null {
  if (isUnstorable(text)) return CANNOT_BE_STORED
  const isSeen = text.trim() === '' || VISIBLE.test(text.replaceAll(BLANK, ''))
  return isSeen ? null : NOTHING_TO_SEE
}
