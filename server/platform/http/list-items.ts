import { z } from 'zod'
import { isUnchangedBy } from './unchanged.ts'

/** An item that violates the contract, as logged: without its values. */
export interface UnfitItem {
  id: unknown
  /** e.g. 'createdAt: Required' */
  faults: string[]
}

export interface CheckedItems {
  items: unknown[]
  unfit: UnfitItem[]
}

/** No item of a list has a field that the contract requires: a fault of the server, not of its rows. */
export class MissingField extends Error {
  override name = 'MissingField'
}

/**
 * Checks the items of a list by the contract. One that does not fit, e.g. of a row that was changed by hand, is left out:
 * it must not take the others with it.
 * @returns null where `returns` is no list
 * @throws MissingField
 */
export function checkItems(returns: z.ZodType, items: readonly unknown[]): CheckedItems | null {
  if (!(returns instanceof z.ZodArray)) return null
  const element = returns.element as z.ZodType // an array's own type of element
  const isUnchanged = isUnchangedBy(element)
  if (isUnchanged && items.every(isUnchanged)) return { items: [...items], unfit: [] }
  const checked: CheckedItems = { items: [], unfit: [] }
  let missing = null as Set<string> | null // assigned in the loop
  for (const item of items) {
    const outcome = check(element, item)
    if (outcome.success) {
      checked.items.push(outcome.data)
      continue
    }
    checked.unfit.push({ id: idOf(item), faults: outcome.faults })
    missing = missing?.intersection(new Set(outcome.missing)) ?? new Set(outcome.missing)
  }
  if (checked.items.length === 0 && missing && missing.size > 0)
    throw new MissingField(`no item of the list has ${[...missing].join(', ')}`)
  return checked
}

type Outcome = { success: true; data: unknown } | { success: false; faults: string[]; missing: string[] }

function check(schema: z.ZodType, item: unknown): Outcome {
  try {
    const { success, data, error } = schema.safeParse(item)
    if (success) return { success, data }
    const faults = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    const missing = error.issues.flatMap(({ path: [field] }) =>
      typeof field === 'string' && Reflect.get(Object(item), field) === undefined ? [field] : [],
    )
    return { success, faults, missing }
  } catch (error) {
    // a date outside of JavaScript's calendar throws where it is written
    return { success: false, faults: [error instanceof Error ? error.message : 'unreadable'], missing: [] }
  }
}

const idOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined
