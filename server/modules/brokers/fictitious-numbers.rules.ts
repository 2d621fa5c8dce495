/** Mobile numbers that ACMA reserves for fiction; only these, not their whole range. */
export const FICTITIOUS_MOBILES: readonly string[] = (
  '570006 570156 570157 570158 570159 570110 570313 570737 571266 571491 571804 572549 572665 572983 573770 ' +
  '573087 574118 574632 575254 575789 576398 576801 577426 577644 578957 578148 578888 579212 579760 579455'
)
  .split(' ')
  .map((number) => `+61491${number}`)
const MOBILES = new Set(FICTITIOUS_MOBILES)

export const FICTITIOUS_FIXED = /^\+61[2378](5550|7010)\d{4}$/
const SERVICE = /^\+61(1800160401|1[38]009757(07|08|09|10|11))$/

/** True for numbers that ACMA reserves for fiction and never assigns. @param e164 e.g. '+61491570156' */
export function isFictitious(e164: string): boolean {
  return MOBILES.has(e164) || FICTITIOUS_FIXED.test(e164) || SERVICE.test(e164)
}
