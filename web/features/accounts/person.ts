interface Person {
  firstName: string
  lastName: string
  email: string
}

/** First name, or the e-mail where there is none. */
export function shortName(person: Person): string {
  return person.firstName.trim() || person.email
}

export function fullName(person: Person): string {
  return `${person.firstName} ${person.lastName}`.trim() || person.email
}

/** Up to two capital letters for the avatar. */
export function initials(person: Person): string {
  const letters = [person.firstName, person.lastName].map((name) => [...name.trim()][0] ?? '').join('')
  return (letters || person.email.charAt(0)).toUpperCase()
}
