import { type ApplicationStatus, applicationStatusLabels } from '#contract/accreditations/accreditations.ts'
import type { Application, ApplicationDetails } from '#contract/accreditations/applications.ts'
import { formatSize } from '#web/lib/format.ts'
import type { Tone } from '#web/ui/tone.ts'

const tones: Record<ApplicationStatus, Tone> = {
  draft: 'grey',
  submitted: 'amber',
  in_review: 'blue',
  info_requested: 'grey',
  approved: 'green',
  declined: 'red',
}

export function applicationStatusLook(status: ApplicationStatus): { tone: Tone; label: string } {
  return { tone: tones[status], label: applicationStatusLabels[status] }
}

export function fullName({
  firstName,
  lastName,
  email,
}: Pick<Application, 'firstName' | 'lastName' | 'email'>): string {
  // a draft may not have a name yet
  return `${firstName} ${lastName}`.trim() || email || 'No name yet'
}

type Same = ApplicationDetails['matches'][number]['same'][number]
const sameLabels: Record<Same, string> = {
  email: 'email',
  phone: 'phone',
  asicNumber: 'ASIC number',
  name: 'name',
}

/** 'Same email, phone and ASIC number' */
export function sameText(same: readonly Same[]): string {
  const labels = same.map((each) => sameLabels[each])
  const last = labels.pop()
  return labels.length > 0 ? `Same ${labels.join(', ')} and ${last}` : `Same ${last}`
}

const registerTones: Record<ApplicationDetails['register']['check'], Tone> = {
  found: 'green',
  other_holder: 'red',
  not_found: 'red',
  ended: 'red',
  suspended: 'red',
  not_loaded: 'grey',
}
const registerLabels: Record<ApplicationDetails['register']['check'], string> = {
  found: 'On the register',
  other_holder: 'Held by another person',
  not_found: 'Not on the register',
  ended: 'Ended',
  suspended: 'Suspended',
  not_loaded: 'Not checked',
}

export function registerLook(check: ApplicationDetails['register']['check']): { tone: Tone; label: string } {
  return { tone: registerTones[check], label: registerLabels[check] }
}

/** The likely broker of the applicant: same ASIC number, or two matching details; null unless exactly one fits. */
export function likelyBroker(matches: ApplicationDetails['matches']): number | null {
  const likely = matches.filter(({ same }) => same.includes('asicNumber') || same.length > 1)
  return likely.length === 1 ? (likely[0]?.id ?? null) : null
}

/** 'PDF, 1.2 MB' */
export function fileText({ mediaType, bytes }: { mediaType: string; bytes: number }): string {
  const kind = mediaType.split('/')[1]?.toUpperCase() ?? mediaType
  return `${kind}, ${formatSize(bytes)}`
}
