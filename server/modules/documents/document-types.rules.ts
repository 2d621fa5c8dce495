// Decides the order of document types, and what a change of one means for everybody's accreditation.

export interface OrderedType {
  id: number
  retiredAt: Date | null
}

/**
 * Types that are asked for, with one of them moved, then the retired ones. @param types in their present order
 * @param position 1 is first; beyond the last is last
 */
export function orderAfter(types: readonly OrderedType[], moved: { id: number; position: number }): number[] {
  const ids = (retired: boolean) =>
    types.filter(({ retiredAt }) => (retiredAt !== null) === retired).map(({ id }) => id)
  const asked = ids(false)
  const from = asked.indexOf(moved.id)
  if (from >= 0) {
    asked.splice(from, 1)
    asked.splice(moved.position - 1, 0, moved.id)
  }
  return [...asked, ...ids(true)]
}

export interface NeededType {
  required: boolean
  retiredAt: Date | null
}

/** True where other documents are needed than before. @param before null: a new type */
export function changesNeed(before: NeededType | null, after: NeededType): boolean {
  const needed = (type: NeededType) => type.required && type.retiredAt === null
  return (before !== null && needed(before)) !== needed(after)
}

/** Months until it ends say something only of what ends. */
export function normaliseValidity<Fields extends { expires: boolean; validityMonths: number | null }>(
  fields: Fields,
): Fields {
  return fields.expires ? fields : { ...fields, validityMonths: null }
}
