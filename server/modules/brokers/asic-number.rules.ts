// Decides when two texts are one ASIC number: by their digits, as the registers pad them with zeros and people write what
// kind of number it is. 'N/A' is no number, and nobody's.

import { type RawBuilder, sql } from 'kysely'

/** Empty where the text holds no number. */
export const plainAsicNumber = (text: string | null): string =>
  (text ?? '').replaceAll(/\D/g, '').replace(/^0+/, '')

/** As `plainAsicNumber`, in SQL; as the index has it. */
export const plainAsicNumberOf = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`ltrim(regexp_replace(${column}, '\\D', '', 'g'), '0')`
