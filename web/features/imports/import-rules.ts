import type { BrokerImport, ImportStatus, OnExisting } from '#contract/brokers/imports.ts'
import { hasName, MAX_IMPORT_BYTES } from '#contract/brokers/imports.ts'
import { countOf, formatSize } from '#web/lib/format.ts'
import type { Tone } from '#web/ui/tone.ts'

interface Look {
  label: string
  tone: Tone
}

export const importStatusLooks: Record<ImportStatus, Look> = {
  preview: { label: 'Waiting to be imported', tone: 'amber' },
  importing: { label: 'Importing', tone: 'blue' },
  imported: { label: 'Imported', tone: 'green' },
  undoing: { label: 'Being undone', tone: 'blue' },
  undone: { label: 'Undone', tone: 'grey' },
  failed: { label: 'Failed', tone: 'red' },
}

/** True while a background job works on the import. */
export function isRunning(status: ImportStatus): boolean {
  return status === 'importing' || status === 'undoing'
}

export const onExistingWords: Record<OnExisting, { label: string; help: string }> = {
  skip: { label: 'Skip them', help: 'Existing brokers stay exactly as they are.' },
  fill: { label: 'Fill blanks', help: 'Only what is empty is filled from the file; nothing is replaced.' },
  overwrite: {
    label: 'Overwrite',
    help: 'What the file says replaces what is stored; an empty cell leaves the stored value.',
  },
}

/** Why a file cannot be uploaded; null if it can. The server checks its content. */
export function fileProblem(file: { name: string; size: number }): string | null {
  if (file.size > MAX_IMPORT_BYTES) {
    return `${file.name} is larger than 50 MB (${formatSize(file.size)}). Split it into smaller files.`
  }
  if (file.size === 0) return `${file.name} is empty. Choose a CSV or Excel file with a header row.`
  return null
}

/** Why an import cannot be started; null when it can. */
export function importBar({ mapping, counts }: Pick<BrokerImport, 'mapping' | 'counts'>): string | null {
  const missing = [...(hasName(mapping) ? [] : ['Name']), ...(mapping.phone ? [] : ['Phone'])]
  if (missing.length > 0) return `Choose the column for ${missing.join(' and ')} first.`
  if (counts.accepted === 0) return 'No row can be imported. See the problems below.'
  return null
}

/** The effect of pressing Import, in a sentence. */
export function importForecast({ counts, onExisting }: Pick<BrokerImport, 'counts' | 'onExisting'>): string {
  const added = countOf(counts.accepted - counts.existing, 'broker')
  if (counts.existing === 0) return `${added} will be added.`
  const existing =
    counts.existing === 1 ? '1 exists already' : `${countOf(counts.existing, 'broker')} exist already`
  const fate = { skip: 'stay as they are', fill: 'get their blanks filled', overwrite: 'are overwritten' }
  const fateOfOne = { skip: 'stays as it is', fill: 'gets its blanks filled', overwrite: 'is overwritten' }
  const what = (counts.existing === 1 ? fateOfOne : fate)[onExisting]
  return `${added} will be added; ${existing} and ${what}.`
}

/** The result of an import, in a sentence. */
export function resultText(result: NonNullable<BrokerImport['result']>, rejected: number): string {
  const parts = [
    `${countOf(result.created, 'broker')} added`,
    `${countOf(result.updated, 'broker')} updated`,
    ...(result.skipped > 0 ? [`${countOf(result.skipped, 'broker')} left as they were`] : []),
    ...(rejected > 0 ? [`${countOf(rejected, 'row')} rejected`] : []),
  ]
  return `${parts.join(', ')}.`
}
