import { describe, expect, it } from 'vitest'
import { type Action, actions, refusalText, roleMay, roleNouns, staffRoles } from '#contract/policy.ts'
import type { Actor } from '#server/platform/actor.ts'
import { admit, authorise, can, requireBroker, requireSelf, SET_UP_FIRST } from './policy.ts'

const staff = (role: string): Actor => ({
  kind: 'staff',
  userId: 1,
  role,
  name: 'Ada',
  email: 'ada@staff.example',
  ip: null,
})
const broker: Actor = {
  kind: 'broker',
  userId: 2,
  brokerId: 3,
  sessionId: 4,
  name: 'Bea',
  email: 'bea@example.com',
  ip: null,
}
const system: Actor = { kind: 'system', name: 'dispatcher' }
const visitor: Actor = { kind: 'visitor', ip: null }
const all = Object.keys(actions) as Action[] // the keys of the policy table

/**
 * Written by hand from the decisions on roles, independent of the enforced table: a wider right has to be added here
 * too.
 */
const MAY: Record<string, Action[]> = {
  viewer: [
    'admin_area.read',
    'own_account.write',
    'own_calendar.write',
    'own_notifications.write',
    'own_reports.write',
    'own_setup.write',
    'saved_views.write',
  ],
  lender: [
    ...([
      'admin_area.read',
      'own_account.write',
      'own_calendar.write',
      'own_notifications.write',
      'own_reports.write',
      'own_setup.write',
      'saved_views.write',
      'saved_views.share',
      'campaigns.write',
      'calls.dial',
      'calls.end',
      'recordings.read',
    ] as const),
    ...(['brokers.write', 'brokers.import', 'brokers.merge', 'suppressions.add'] as const),
    ...(['microsites.write', 'bookings.write', 'tasks.work', 'audiences.write'] as const),
    'complaints.record',
  ],
  compliance: [
    ...(['admin_area.read', 'own_account.write', 'own_calendar.write', 'own_notifications.write'] as const),
    ...(['own_reports.write', 'own_setup.write'] as const),
    'recordings.read',
    ...(['saved_views.write', 'saved_views.share'] as const),
    ...(['suppressions.add', 'suppressions.remove', 'suppressions.wash'] as const),
    ...(['applications.review', 'documents.read', 'documents.review', 'rejection_reasons.write'] as const),
    ...(['access_log.read', 'vault.read', 'people.export', 'tasks.work'] as const),
    ...(['registers.import', 'surveillance.check', 'surveillance.review'] as const),
    ...(['scoring.calculate', 'scoring.override'] as const),
    ...(['contests.answer', 'complaints.record', 'complaints.read', 'complaints.answer'] as const),
    ...(['calling_rules.write', 'calling_rules.loosen', 'seals.read'] as const),
  ],
}

describe('what an actor may do', () => {
  it('is nothing by a role where the actor is not of the staff, or the role is none of theirs', () => {
    // as no part of the product makes them
    const impostors = [
      { ...broker, role: 'admin' },
      { ...visitor, role: 'admin' },
      staff('owner'),
      staff(''),
    ] as Actor[]
    for (const actor of impostors) for (const action of all) expect(can(actor, action)).toBe(false)
  })

  it.each(Object.entries(MAY))('%s may do what is written here, and nothing else', (role, may) => {
    expect(all.filter((action) => can(staff(role), action)).toSorted()).toEqual(may.toSorted())
  })

  // Covers: roles-audit-1
  it.each(all)('%s: the system always, visitors never, staff by the table', (action) => {
    expect(can(system, action)).toBe(true)
    expect(can(visitor, action)).toBe(false)
    expect(can(staff('king'), action)).toBe(false)
    for (const role of staffRoles) expect(can(staff(role), action)).toBe(roleMay(role, action))
  })

  it('lets admins do everything but publish looser calling rules', () => {
    expect(all.filter((action) => !can(staff('admin'), action))).toEqual(['calling_rules.loosen'])
  })

  // Covers: sign-sessions-16
  it('is the own account alone before two-factor is set up where it is required', () => {
    const actor = { ...staff('admin'), mustSetUpTwoFactor: true }
    expect(all.filter((action) => can(actor, action))).toEqual(['own_account.write'])
    expect(() => authorise({ actor }, 'brokers.write')).toThrow(SET_UP_FIRST)
  })

  it('tells visitors to sign in, and others who may', () => {
    expect(() => authorise({ actor: visitor }, 'brokers.write')).toThrow('Sign in to continue.')
    expect(() => authorise({ actor: staff('viewer') }, 'brokers.write')).toThrow(refusalText('brokers.write'))
    expect(refusalText('brokers.write')).toBe('Only admins and lenders may do this.')
    expect(() => authorise({ actor: staff('lender') }, 'brokers.write')).not.toThrow()
    expect(() => admit(visitor, 'public')).not.toThrow()
  })

  it('is told in words', () => {
    expect(SET_UP_FIRST).toMatch(/two-factor/)
    expect(refusalText('vault.read')).toBe('Only admins and compliance staff may do this.')
    expect(refusalText('suppressions.add')).toBe('Only admins, lenders and compliance staff may do this.')
    expect(refusalText('admin_area.read')).toBe(
      'Only admins, lenders, compliance staff and viewers may do this.',
    )
    const alone = all.find((action) => actions[action].length === 1)
    expect(alone && refusalText(alone)).toBe('Only admins may do this.')
    expect(Object.values(roleNouns)).toEqual(['an admin', 'a lender', 'a compliance officer', 'a viewer'])
  })
})

describe('the portal', () => {
  it('is for brokers: staff, visitors and the system count as not signed in there, and brokers with the staff', () => {
    expect(() => admit(broker, 'broker')).not.toThrow()
    expect(requireBroker({ actor: broker })).toBe(broker)
    for (const actor of [staff('admin'), visitor, system]) {
      expect(() => admit(actor, 'broker')).toThrow('Sign in to continue.')
      expect(() => requireBroker({ actor })).toThrow('Sign in to continue.')
    }
    for (const action of all) {
      expect(can(broker, action)).toBe(false)
      expect(() => admit(broker, action)).toThrow('Sign in to continue.')
    }
  })

  it('shares the own account with the console: it belongs to whoever is signed in', () => {
    expect(requireSelf({ actor: broker })).toEqual({
      userId: 2,
      audience: 'broker',
      email: 'bea@example.com',
    })
    expect(requireSelf({ actor: staff('viewer') })).toEqual({
      userId: 1,
      audience: 'staff',
      email: 'ada@staff.example',
    })
    for (const actor of [visitor, system])
      expect(() => requireSelf({ actor })).toThrow('Sign in to continue.')
  })
})
