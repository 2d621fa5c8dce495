import type { BulkChange, BulkChangeStatus } from '#contract/brokers/bulk-changes.ts'
import { countOf } from '#web/lib/format.ts'
import type { Tone } from '#web/ui/tone.ts'

export const bulkStatusLooks: Record<BulkChangeStatus, { label: string; tone: Tone }> = {
  running: { label: 'Running', tone: 'blue' },
  done: { label: 'Done', tone: 'green' },
  failed: { label: 'Stopped', tone: 'red' },
  undoing: { label: 'Being undone', tone: 'blue' },
  undone: { label: 'Undone', tone: 'grey' },
}

export const isUnderWay = ({ status }: Pick<BulkChange, 'status'>): boolean =>
  status === 'running' || status === 'undoing'

/** '12 brokers changed, 3 were so already, 1 could not be changed.' */
export function outcomeText(change: BulkChange): string {
  const { changed, unchanged, refused, missing, undo } = change
  if (undo) {
    const left = undo.left > 0 ? `; ${countOf(undo.left, 'broker')} changed since stay as they are` : ''
    return `${countOf(undo.restored, 'broker')} back as before${left}.`
  }
  const barred = refused.reduce((sum, { brokers }) => sum + brokers, 0)
  const parts = [
    `${countOf(changed, 'broker')} changed`,
    ...(unchanged > 0 ? [`${countOf(unchanged, 'was', 'were')} so already`] : []),
    ...(barred > 0 ? [`${countOf(barred, 'could', 'could')} not be changed`] : []),
    ...(missing > 0 ? [`${countOf(missing, 'is', 'are')} no longer there`] : []),
  ]
  return `${parts.join(', ')}.`
}
