// Decides what stands in the record that is kept when two records turn out to be one broker.

import type { MergePart } from '#contract/broker-merge.ts'

/** What two records may differ in. */
export interface MergeableRecord {
  name: string
  phone: string | null
  email: string | null
  company: string | null
  region: string | null
  postcode: string | null
  asicNumber: string | null
  membership: string | null
  callBasis: string
  callBasisAt: Date | null
  callBasisSource: string | null
  suspendedAt: Date | null
}

type Field = keyof MergeableRecord

/** Fields that only make sense together. The first one says whether the part is blank. */
const fieldsOf: Record<MergePart, readonly [Field, ...Field[]]> = {
  name: ['name'],
  phone: ['phone'],
  email: ['email'],
  company: ['company'],
  place: ['region', 'postcode'],
  asicNumber: ['asicNumber'],
  membership: ['membership'],
  callBasis: ['callBasis', 'callBasisAt', 'callBasisSource'],
}

type MergedFields = Partial<MergeableRecord>

/**
 * The fields of the kept record that change. A part comes from the record that goes where it was chosen, or where
 * the kept one leaves it blank; consent is never filled in by itself, and a suspension of either stays.
 */
export function mergedFields(
  kept: MergeableRecord,
  going: MergeableRecord,
  take: readonly MergePart[],
): MergedFields {
  const parts = Object.keys(fieldsOf) as MergePart[] // the keys of the table above
  const taken = parts.filter((part) => {
    const [first] = fieldsOf[part]
    return take.includes(part) ? Boolean(going[first]) : !kept[first] && Boolean(going[first])
  })
  const changes = taken.flatMap((part) => fieldsOf[part].map((field) => [field, going[field]]))
  return { ...Object.fromEntries(changes), suspendedAt: earlier(kept.suspendedAt, going.suspendedAt) }
}

function earlier(a: Date | null, b: Date | null): Date | null {
  if (!a || !b) return a ?? b
  return a < b ? a : b
}
