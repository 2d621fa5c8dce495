import type { Kysely } from 'kysely'
import type { DB } from '#server/schema.gen.ts'
import type { VendorName } from '../ports/vendors.ts'

interface Chosen {
  /** The vendor's id of the number. */
  id: string
  /** E.164. */
  phoneNumber: string
}

/** The numbers that were chosen in Settings to call from, as this process last read them. */
export interface CallingNumbers {
  /** null: none was chosen, so the variable decides. */
  of(vendor: VendorName): Chosen | null
  /** Reads the current choice before each dial: another process may have changed it. */
  refresh(): Promise<void>
}

export function createCallingNumbers(db: Kysely<DB>): CallingNumbers {
  let known = new Map<string, Chosen>()
  return {
    of: (vendor) => known.get(vendor) ?? null,
    async refresh() {
      const rows = await db
        .selectFrom('callingNumbers')
        .select(['vendor', 'numberId', 'phoneNumber'])
        .execute()
      known = new Map(
        rows.map(({ vendor, numberId, phoneNumber }) => [vendor, { id: numberId, phoneNumber }]),
      )
    },
  }
}
