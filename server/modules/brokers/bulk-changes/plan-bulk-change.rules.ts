// Decides what a change of many brokers does to each of them.

import type { CallBasis } from '#contract/brokers/brokers.ts'
import type { BulkChangeKind } from '#contract/brokers/bulk-changes.ts'
import { type Basis, basisAfter, PUBLISHED_REQUIRED } from '../rules.ts'

export type Change =
  | { kind: 'bdm'; bdmId: number | null }
  | {
      kind: 'call_basis'
      callBasis: CallBasis
      callBasisSource: string | null
      callBasisAt: string | null
    }
  | { kind: 'suppression'; reason: string }
  | { kind: 'audience'; audienceId: number; listId: number; remove: boolean }

export const OPTED_OUT = 'Opted out: only a consent of their own, recorded with each broker, ends that'
export const NO_NUMBER = 'No phone number is on record'
/** Not undone in bulk: each entry ends with a reason of its own. */
/** Of the runs and of their job. */
export const BULK_CHANGE_RUN = 'brokers.run-bulk-change'

/** Brokers by outcome. */
export interface BulkCounts {
  /** Named, but deleted before their turn. */
  missing: number
  changed: number
  unchanged: number
  /** By reason. */
  refused: Record<string, number>
  restored: number
  left: number
}

export const UNDOABLE: Record<BulkChangeKind, boolean> = {
  bdm: true,
  call_basis: true,
  audience: true,
  suppression: false,
}

/** What a plan needs to know of a broker. */
export interface Chosen {
  id: number
  phone: string | null
  bdmId: number | null
  basis: Basis
  /** Added from ASIC's register, which publishes no number. */
  isProspect: boolean
  /** By key, voice or STOP, and it has not ended. */
  optedOut: boolean
  /** Suppressed by hand already. */
  suppressed: boolean
  /** Of the list of the audience already. */
  listed: boolean
}

/** What was before a change, so that it can be undone. */
export type Before = { bdmId: number | null } | BasisBefore | Record<string, never>
export type BasisBefore = Pick<Basis, 'callBasis' | 'callBasisSource'> & { callBasisAt: string | null }

export type Planned = { id: number } & (
  | { outcome: 'changed'; before: Before; basis?: Basis }
  | { outcome: 'unchanged' }
  | { outcome: 'refused'; reason: string }
)

/** What becomes of one broker. */
export function planFor(broker: Chosen, change: Change, now: Date): Planned {
  const { id } = broker
  const changed = (before: Before = {}): Planned => ({ id, outcome: 'changed', before })
  const unchanged: Planned = { id, outcome: 'unchanged' }
  switch (change.kind) {
    case 'bdm':
      return broker.bdmId === change.bdmId ? unchanged : changed({ bdmId: broker.bdmId })
    case 'audience':
      return broker.listed === !change.remove ? unchanged : changed()
    case 'suppression':
      if (!broker.phone) return { id, outcome: 'refused', reason: NO_NUMBER }
      return broker.suppressed ? unchanged : changed()
    case 'call_basis':
      return planBasis(broker, change, now)
  }
}

function planBasis(broker: Chosen, change: Extract<Change, { kind: 'call_basis' }>, now: Date): Planned {
  const { id, basis: before } = broker
  const refused = (reason: string): Planned => ({ id, outcome: 'refused', reason })
  if (change.callBasis === 'express' && broker.optedOut) return refused(OPTED_OUT)
  if (broker.isProspect && change.callBasis === 'business_number' && !change.callBasisSource)
    return refused(PUBLISHED_REQUIRED)
  const given = change.callBasisAt === null ? {} : { callBasisAt: change.callBasisAt }
  // a source that is not said leaves the one of the same basis
  const source = change.callBasisSource === null ? {} : { callBasisSource: change.callBasisSource }
  const checked = basisAfter(before, { callBasis: change.callBasis, ...source, ...given }, now)
  if (!checked.ok) return refused(Object.values(checked.fields)[0] ?? 'Not a basis')
  const basis = checked.value
  if (isSame(before, basis)) return { id, outcome: 'unchanged' }
  const { callBasis, callBasisSource, callBasisAt } = before
  const kept = { callBasis, callBasisSource, callBasisAt: callBasisAt?.toISOString() ?? null }
  return { id, outcome: 'changed', before: kept, basis }
}

const isSame = (a: Basis, b: Basis): boolean =>
  a.callBasis === b.callBasis &&
  a.callBasisSource === b.callBasisSource &&
  a.callBasisAt?.getTime() === b.callBasisAt?.getTime()

/** Brokers by reason, with those of a batch added. */
export function addRefusals(
  known: Readonly<Record<string, number>>,
  planned: readonly Planned[],
): Record<string, number> {
  const sum = { ...known }
  for (const each of planned) if (each.outcome === 'refused') sum[each.reason] = (sum[each.reason] ?? 0) + 1
  return sum
}
