// Words that databases and spreadsheets write for "no value".

/** `name`: a person's name, where Null, Na and Nil are surnames in this spelling; `value`: anything else. */
export type CellKind = 'name' | 'value'

/** No name and no other value is written like this. */
const SIGNS =
  /^(?:#(?:n\/?a|ref!?|value!?|name\??|div\/0!?|num!?|null!?|spill!?|calc!?|getting_data|error!?)|#+|[-–—‐‑‒―_.?*/\\]+|\\n|n\/a|n\.a\.?|n\.\/a\.|[([<{]\s*(?:null|nil|none|blank|empty|n\/a|not set|undefined)\s*[)\]>}])$/i
const WORDS =
  /^(?:null|nil|none|na|nan|undefined|not applicable|not available|not provided|not set|no value|tba|tbc|blank|empty|unknown)$/i
/** In a name, only the spellings of programs. */
const NAME_WORDS =
  /^(?:null|NULL|nil|NIL|none|NONE|na|NaN|nan|undefined|UNDEFINED|n\/a|not applicable|not provided)$/

/** Whether a cell without surrounding blanks means that there is no value. */
export function isEmptyWord(text: string, kind: CellKind = 'value'): boolean {
  if (text === '') return true
  if (text.length > 20) return false
  return SIGNS.test(text) || (kind === 'name' ? NAME_WORDS : WORDS).test(text)
}
