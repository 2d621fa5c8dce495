/** A free place, or the id of the call that has it. */
type Slot = number | null

/**
 * Assigns calls to places in the list: each call keeps its place while it lasts, and a new one takes a free place, so
 * that no row moves under the pointer. Free places at the end are removed.
 */
export function slotsOf(before: readonly Slot[], ids: readonly number[]): Slot[] {
  const present = new Set(ids)
  const known = new Set(before)
  // oldest first
  const arrived = ids.filter((id) => !known.has(id)).toReversed()
  const slots = before.map((id) => (id !== null && present.has(id) ? id : (arrived.shift() ?? null)))
  slots.push(...arrived)
  while (slots.length > 0 && slots.at(-1) === null) slots.pop()
  return slots
}
