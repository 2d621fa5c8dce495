/**
 * Words of this product and its field, which guessers of its passwords try first. With the person's own name, address
 * and company they must not carry a password. Documented in docs/security.md.
 */
export const PASSWORD_WORDS: readonly string[] = [
  'brokerline',
  'broker',
  'brokers',
  'lender',
  'lending',
  'mortgage',
  'homeloan',
  'campaign',
  'accreditation',
  'compliance',
  'microsite',
  'portal',
  'console',
  'telephony',
]
