// Decides when two texts are one ASIC number: by their digits, as the registers pad them with zeros and people write what
// kind of number it is. 'N/A' is no number, nor is '4.12E+05', whose digits a spreadsheet rounded away.

import { type RawBuilder, sql } from 'kysely'
import { restoreWholeNumber } from '#contract/whole-numbers.ts'

/** Empty where the text holds no number. */
export const plainAsicNumber = (text: string | null): string => {
  const restored = restoreWholeNumber(text ?? '')
  return restored.ok ? restored.digits.replaceAll(/\D/g, '').replace(/^0+/, '') : ''
}

/** As `plainAsicNumber`, in SQL; as the index has it. */
export const plainAsicNumberOf = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`plain_asic_number(${column})`
