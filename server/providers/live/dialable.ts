/** An Australian mobile or fixed line. Other +61 numbers are premium, special or emergency services. */
const AUSTRALIAN = /^\+61(?:4\d{8}|[2378]\d{8})$/

/** Whether a live provider may ring this number: an Australian line that is not fictitious. */
export function mayRing(e164: string, isFictitious: (e164: string) => boolean): boolean {
  return AUSTRALIAN.test(e164) && !isFictitious(e164)
}

/** The refusal of any other number. */
export const NOT_DIALABLE =
  'Only real Australian mobile and fixed line numbers are called; this one is fictitious or foreign.'
