// Joins a name from its columns, e.g. of an address book of Outlook or Google.

import { isEmptyWord } from '#server/input/values/empty-words.ts'

export interface NameCells {
  title: string
  firstName: string
  middleName: string
  lastName: string
  suffix: string
}

/** Job titles are in columns called Title, too; they belong to no name. */
const TITLE = /^(?:mr|mrs|ms|miss|mx|dr|prof|professor|hon|rev|fr|sir|dame|lady|lord|judge|capt)\.?$/i

/** Empty without a first and a last name. */
export function joinedName(cells: NameCells): string {
  const first = cellOf(cells.firstName)
  const last = isSurnameNull(cells) ? cells.lastName : cellOf(cells.lastName)
  if (first === '' && last === '') return ''
  const title = TITLE.test(cells.title) ? cells.title : ''
  return [title, first, cellOf(cells.middleName), last, cellOf(cells.suffix)].filter(Boolean).join(' ')
}

const cellOf = (text: string): string => (isEmptyWord(text, 'name') ? '' : text)

/** JENNIFER NULL has a surname; Jennifer NULL was exported from a database without one. */
const isSurnameNull = ({ firstName, lastName }: NameCells): boolean =>
  cellOf(firstName) !== '' &&
  ['NULL', 'NIL', 'NONE'].includes(lastName) &&
  firstName.length > 1 &&
  /^\P{Ll}+$/u.test(firstName)
