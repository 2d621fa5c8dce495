// Decides the order of document types, and whether a change to one affects accreditations.

import { isRequiredOn, type Requirable } from './newly-required.rules.ts'

export interface OrderedType {
  id: number
  retiredAt: Date | null
}

/**
 * Ids of the active types with one of them moved, then of the retired ones. @param types in their present order
 * @param position 1 is first; beyond the last is last
 */
export function orderAfter(types: readonly OrderedType[], moved: { id: number; position: number }): number[] {
  const ids = (retired: boolean) =>
    types.filter(({ retiredAt }) => (retiredAt !== null) === retired).map(({ id }) => id)
  const active = ids(false)
  const from = active.indexOf(moved.id)
  if (from >= 0) {
    active.splice(from, 1)
    active.splice(moved.position - 1, 0, moved.id)
  }
  return [...active, ...ids(true)]
}

/** Whether the set of documents required on this day changes. @param before null: a new type */
export function changesRequirements(before: Requirable | null, after: Requirable, today: string): boolean {
  return (before !== null && isRequiredOn(before, today)) !== isRequiredOn(after, today)
}

/** Clears the months of validity of a type whose documents do not expire. */
export function normaliseValidity<Fields extends { expires: boolean; validityMonths: number | null }>(
  fields: Fields,
): Fields {
  return fields.expires ? fields : { ...fields, validityMonths: null }
}
