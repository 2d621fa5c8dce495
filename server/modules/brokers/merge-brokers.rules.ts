// Decides the fields of the target record when two records of one broker are merged.

import { forEachText, type TextField } from '#contract/brokers/broker-fields.ts'
import { type MergePart, mergeParts } from '#contract/brokers/broker-merge.ts'

/** The fields in which two records may differ. */
export interface MergeableRecord extends Record<TextField, string | null> {
  name: string
  region: string | null
  bdmId: number | null
  callBasis: string
  callBasisAt: Date | null
  callBasisSource: string | null
  numberSource: string | null
  suspendedAt: Date | null
}

type Field = keyof MergeableRecord

/** Fields that only make sense together. A part is blank when its first field is. */
const fieldsOf: Record<MergePart, readonly [Field, ...Field[]]> = {
  name: ['name'],
  ...forEachText((field) => [field]),
  phone: ['phone', 'numberSource'],
  place: ['region', 'postcode'],
  callBasis: ['callBasis', 'callBasisAt', 'callBasisSource'],
}

type MergedFields = Partial<MergeableRecord>

/**
 * The fields of the target record that change. A part is taken from the source when it was chosen or the target's is
 * blank. The call basis is taken only when chosen; the earlier suspension always applies.
 */
export function mergedFields(
  target: MergeableRecord,
  source: MergeableRecord,
  take: readonly MergePart[],
): MergedFields {
  const taken = mergeParts.filter((part) => {
    const [first] = fieldsOf[part]
    return take.includes(part) ? Boolean(source[first]) : !target[first] && Boolean(source[first])
  })
  const changes = taken.flatMap((part) => fieldsOf[part].map((field) => [field, source[field]]))
  return {
    ...Object.fromEntries(changes),
    suspendedAt: earlier(target.suspendedAt, source.suspendedAt),
    bdmId: target.bdmId ?? source.bdmId,
  }
}

function earlier(a: Date | null, b: Date | null): Date | null {
  if (!a || !b) return a ?? b
  return a < b ? a : b
}
