/** The limits of a JSON text from outside. */
export interface JsonLimits {
  /** Arrays and objects within each other. */
  depth: number
  /** Values, array elements and keys of all arrays and objects together. */
  values: number
}

/** No endpoint takes more than 1,000 ids or a form of some hundred fields. */
export const REQUEST_LIMITS: JsonLimits = { depth: 64, values: 20_000 }
/** The report of a long call carries each spoken word with its times. */
export const VENDOR_LIMITS: JsonLimits = { depth: 64, values: 400_000 }

/** `reason` names the limit that the text exceeds. */
export class JsonRefused extends Error {
  override name = 'JsonRefused'
  readonly reason: keyof JsonLimits

  constructor(reason: keyof JsonLimits) {
    super(reason === 'depth' ? 'JSON is nested too deep' : 'JSON holds too many values')
    this.reason = reason
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
/** A text without these cannot hold the key `__proto__`, plain or escaped. */
const MAY_HOLD_PROTOTYPE = /__proto__|\\u005f/i

/**
 * Parses JSON from outside. The limits are checked before anything is built, so that a refused text costs one pass over it.
 * A key `__proto__` is dropped.
 * @throws JsonRefused, SyntaxError
 */
export function readJson(text: string, limits: JsonLimits): unknown {
  requireWithin(text, limits)
  if (!MAY_HOLD_PROTOTYPE.test(text)) return JSON.parse(text)
  return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value))
}

/** As `readJson`; null where the text is refused or no JSON. */
export function readJsonOrNull(text: string, limits: JsonLimits): unknown {
  try {
    return readJson(text, limits)
  } catch {
    return null
  }
}

/** Counts brackets and commas outside strings. @throws JsonRefused */
export function requireWithin(text: string, { depth, values }: JsonLimits): void {
  let open = 0
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) at = endOfString(text, at + 1)
    else if (unit === OPEN_ARRAY || unit === OPEN_OBJECT) {
      if (++open > depth) throw new JsonRefused('depth')
      if (++count > values) throw new JsonRefused('values')
    } else if (unit === CLOSE_ARRAY || unit === CLOSE_OBJECT) open -= 1
    else if (unit === COMMA && ++count > values) throw new JsonRefused('values')
  }
}

/** @returns where the string's closing quote is, or the length of the text */
function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from)
  while (end >= 0 && isEscaped(text, end, from)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end
}

function isEscaped(text: string, at: number, from: number): boolean {
  let start = at
  while (start > from && text.charCodeAt(start - 1) === BACKSLASH) start -= 1
  return (at - start) % 2 === 1
}
