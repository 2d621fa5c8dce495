/** A free place, or the id of the call that has it. */
type Slot = number | null

/**
 * Where calls stand in the list: each keeps its place while it lasts, and who comes new takes one that was left, so that nothing
 * moves under somebody's pointer. Places at the end that nobody has are given up.
 */
export function slotsOf(before: readonly Slot[], ids: readonly number[]): Slot[] {
  const present = new Set(ids)
  const known = new Set(before)
  // the oldest first, as they came
  const arrived = ids.filter((id) => !known.has(id)).toReversed()
  const slots = before.map((id) => (id !== null && present.has(id) ? id : (arrived.shift() ?? null)))
  slots.push(...arrived)
  while (slots.length > 0 && slots.at(-1) === null) slots.pop()
  return slots
}
