import type { Kysely } from 'kysely'
import type { VendorId } from '#contract/calls/vendors.ts'
import type { DB } from '#server/schema.gen.ts'

export interface ChosenNumber {
  /** The vendor's id of the number. */
  id: string
  /** E.164. */
  phoneNumber: string
}

/** The numbers that were chosen in Settings to call from, as this process last read them. */
export interface CallingNumbers {
  /** null: none was chosen, so the variable decides. */
  of(vendor: VendorId): ChosenNumber | null
  /** Reads the current choice before each dial: another process may have changed it. */
  refresh(): Promise<void>
}

export function createCallingNumbers(db: Kysely<DB>): CallingNumbers {
  let numbers = new Map<string, ChosenNumber>()
  return {
    of: (vendor) => numbers.get(vendor) ?? null,
    async refresh() {
      const rows = await db
        .selectFrom('callingNumbers')
        .select(['vendor', 'numberId', 'phoneNumber'])
        .execute()
      numbers = new Map(
        rows.map(({ vendor, numberId, phoneNumber }) => [vendor, { id: numberId, phoneNumber }]),
      )
    },
  }
}
