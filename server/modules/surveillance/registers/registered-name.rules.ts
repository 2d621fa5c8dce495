// Decides how a name of a register, 'O’BRIEN, ISLA MARY', is written in a record: 'Isla Mary O’Brien'.

export interface RegisteredPerson {
  firstName: string
  lastName: string
}

/** 'MCDONALD' is McDonald; 'MCE' may be a name of its own. */
const MC = /^Mc(\p{Ll})(?=\p{Ll}{2})/u

const written = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=^|[\s\-'’])\p{Ll}/gu, (letter) => letter.toUpperCase())
    .split(' ')
    .map((word) => word.replace(MC, (_mc, letter: string) => `Mc${letter.toUpperCase()}`))
    .join(' ')

/** null for a company, whose name has no comma. */
export function registeredPerson(name: string): RegisteredPerson | null {
  const comma = name.indexOf(',')
  if (comma < 0) return null
  const [firstName, lastName] = [written(name.slice(comma + 1)), written(name.slice(0, comma))]
  return firstName && lastName ? { firstName, lastName } : null
}

/** Legal forms stay as they are written everywhere. */
const companyForms: Record<string, string> = { pty: 'Pty', ltd: 'Ltd', abn: 'ABN', acn: 'ACN' }

export function registeredCompany(name: string): string {
  return written(name)
    .split(' ')
    .map((word) => companyForms[word.toLowerCase()] ?? word)
    .join(' ')
}
