import type { SealFault, SealSource, SealState } from '#contract/surveillance/seals.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import type { Tone } from '#web/ui/tone.ts'

interface Said {
  tone: Tone
  label: string
}

export const sourceNouns: Record<SealSource, string> = {
  audit: 'Audit log entry',
  decision: 'Call decision',
  suppression: 'Suppression',
  score: 'Broker score',
}

/** 'Audit log entry 345 was changed' */
export function faultText({ kind, source, rowId, entry }: SealFault): string {
  if (kind === 'log' || !source)
    return entry === null
      ? 'The tree of the log differs from the signed one'
      : `Entry ${formatNumber(entry)} of the log was changed or removed`
  const row = `${sourceNouns[source]} ${rowId ?? ''}`.trim()
  if (kind === 'removed') return `${row} was removed`
  return kind === 'changed' ? `${row} was changed` : `${row} had not been sealed in time`
}

export function sealedLook({ key, checkpoint }: SealState): Said {
  if (key === 'none') return { tone: 'amber', label: 'Nothing is sealed: set SEAL_KEY' }
  if (key === 'other')
    return { tone: 'red', label: 'Nothing is sealed: restore SEAL_KEY or seal.key, which signed the log' }
  return checkpoint ? { tone: 'green', label: 'On' } : { tone: 'grey', label: 'Nothing sealed yet' }
}

export function witnessLook({ witness, checkpoint }: SealState): Said {
  if (!witness) return { tone: 'grey', label: 'No witness set up' }
  const behind = (checkpoint?.size ?? 0) - (witness.cosigned?.size ?? 0)
  if (behind === 0) return { tone: 'green', label: 'Signed by the witness' }
  return { tone: 'amber', label: `${countOf(behind, 'row')} not signed by the witness yet` }
}

export function checkLook({ check }: SealState): Said {
  if (!check) return { tone: 'grey', label: 'Not checked yet' }
  return check.faultCount === 0
    ? { tone: 'green', label: 'No sealed row was changed' }
    : { tone: 'red', label: `${countOf(check.faultCount, 'fault')} found` }
}
