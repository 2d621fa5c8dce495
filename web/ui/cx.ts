export type ClassValue = string | false | null | undefined

/** Joins class names; leaves out what is absent. */
export function cx(...values: ClassValue[]): string {
  return values.filter(Boolean).join(' ')
}
