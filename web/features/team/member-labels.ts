import type { Member } from '#contract/accounts/team.ts'
import type { StaffRole } from '#contract/policy.ts'
import type { Tone } from '#web/ui/tone.ts'

export const roleLabels: Record<StaffRole, string> = {
  admin: 'Admin',
  lender: 'Lender',
  compliance: 'Compliance',
  viewer: 'Viewer',
}

/** The permissions of a role, in a line, shown where it is chosen. */
export const roleHelp: Record<StaffRole, string> = {
  admin: 'Everything, including the team, providers and numbers.',
  lender: 'Campaigns, calls and recordings, brokers, microsites and bookings. No personal documents.',
  compliance: 'Reviews applications and documents, keeps the suppression list, reads the rest.',
  viewer: 'Reads everything but personal documents and recordings.',
}

export const statusLabels: Record<Member['status'], string> = {
  active: 'Active',
  invited: 'Invited',
  deactivated: 'Deactivated',
}

export const statusTones: Record<Member['status'], Tone> = {
  active: 'green',
  invited: 'amber',
  deactivated: 'grey',
}
