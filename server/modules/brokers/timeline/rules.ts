// Decides in which words a broker's timeline tells of decisions and of changes by staff.

const fieldNames: Record<string, string> = {
  name: 'name',
  phone: 'phone',
  email: 'email',
  company: 'company',
  region: 'state',
  postcode: 'postcode',
  timezone: 'time zone',
  asicNumber: 'ASIC number',
  membership: 'membership',
  callBasis: 'call basis',
  callBasisSource: 'source of the call basis',
  callBasisAt: 'date of the call basis',
  suspendedAt: 'suspension',
}

const verdicts: Record<string, string> = {
  call: 'May be called',
  later: 'Not called yet',
  never: 'Not called',
}

/** 'Not called yet: Premium Home Loan' */
export function decisionWords(verdict: string, campaign: string | null): string {
  return `${verdicts[verdict] ?? verdict}${campaign ? `: ${campaign}` : ''}`
}

/** 'Changed by jo@brokerline.example: phone, state' @param changed fields of the broker that differ */
export function auditWords(action: string, actor: string, changed: readonly string[]): string {
  if (action === 'broker.created') return `Added by ${actor}`
  const names = changed.map((field) => fieldNames[field] ?? field)
  return names.length > 0 ? `Changed by ${actor}: ${names.join(', ')}` : `Changed by ${actor}`
}
