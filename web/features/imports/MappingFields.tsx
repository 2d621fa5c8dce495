import type { ReactElement } from 'react'
import {
  type BrokerImport,
  hasName,
  type ImportField,
  type ImportMapping,
  importFieldLabels,
  importFields,
} from '#contract/brokers/imports.ts'
import { SelectField } from '#web/ui/SelectField.tsx'

interface MappingFieldsProps {
  data: BrokerImport
  mapping: ImportMapping
  disabled: boolean
  onChange: (mapping: ImportMapping) => void
}

const SAMPLES = 3

/** Maps the file's columns to fields, with sample values. */
export function MappingFields({ data, mapping, disabled, onChange }: MappingFieldsProps): ReactElement {
  const set = (field: ImportField, column: string): void => {
    const next: ImportMapping = { ...mapping }
    delete next[field]
    if (column) next[field] = column
    onChange(next)
  }
  const isRequired = (field: ImportField): boolean =>
    field === 'phone' || (field === 'name' && !hasName({ ...mapping, name: undefined }))
  return (
    <div className="grid gap-x-6 gap-y-4 md:grid-cols-2 xl:grid-cols-4">
      {importFields.map((field) => (
        <SelectField
          key={field}
          label={importFieldLabels[field]}
          required={isRequired(field)}
          disabled={disabled}
          options={optionsFor(data.columns, mapping, field)}
          value={mapping[field] ?? ''}
          help={sampleText(data.sample, mapping[field])}
          error={isRequired(field) && !mapping[field] ? 'Choose the column' : undefined}
          onChange={(event) => set(field, event.target.value)}
        />
      ))}
    </div>
  )
}

/** A column can be mapped to one field only. */
function optionsFor(columns: readonly string[], mapping: ImportMapping, field: ImportField) {
  const taken = new Map(
    importFields.flatMap((each) => (mapping[each] ? [[mapping[each], each] as const] : [])),
  )
  return [
    { value: '', label: 'Not in the file' },
    ...columns.map((column) => {
      const other = taken.get(column)
      const isTaken = other !== undefined && other !== field
      return {
        value: column,
        label: isTaken ? `${column} (is ${importFieldLabels[other]})` : column,
        disabled: isTaken,
      }
    }),
  ]
}

function sampleText(sample: BrokerImport['sample'], column: string | undefined): string {
  if (!column) return 'Left empty'
  const values = sample.map((row) => row[column]?.trim()).filter(Boolean)
  return values.length > 0 ? `e.g. ${values.slice(0, SAMPLES).join(', ')}` : 'Empty in the first rows'
}
