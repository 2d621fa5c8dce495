/** An Australian mobile or fixed line. What else begins with +61 costs, or is an emergency. */
const AUSTRALIAN = /^\+61(?:4\d{8}|[2378]\d{8})$/

/** Whether a live provider may ring this number: it rings somewhere in Australia, and is nobody's invention. */
export function mayRing(e164: string, isFictitious: (e164: string) => boolean): boolean {
  return AUSTRALIAN.test(e164) && !isFictitious(e164)
}

/** What a live provider says to any other. */
export const NOT_DIALABLE =
  'Only real Australian mobile and fixed line numbers are called; this one is fictitious or foreign.'
