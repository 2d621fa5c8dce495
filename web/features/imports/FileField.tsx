import { FileSpreadsheet, Upload, X } from 'lucide-react'
import { type DragEvent, type ReactElement, useRef, useState } from 'react'
import { formatSize } from '#web/lib/format.ts'
import { useFieldAria } from '#web/lib/use-field-aria.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FieldNote } from '#web/ui/Field.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'

/** For the browser's file dialog: formats that the server reads as a table. */
export const TABLE_FILES =
  '.csv,.txt,.tsv,.tab,.xlsx,.xlsm,text/csv,text/plain,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface FileFieldProps {
  label: string
  accept: string
  file: File | null
  onFile: (file: File | null) => void
  help: string
  error: string | null
  disabled?: boolean
}

/** A file input with drag and drop. */
export function FileField(props: FileFieldProps): ReactElement {
  const { label, accept, file, onFile, help, error, disabled = false } = props
  const { control, noteId } = useFieldAria({ help, error })
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const dropped = event.dataTransfer.files[0]
    if (dropped && !disabled) onFile(dropped)
  }
  const clear = (): void => {
    if (input.current) input.current.value = ''
    onFile(null)
  }
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={control.id} className="text-sm font-medium">
        {label}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the file input does the same by keyboard */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cx(
          'relative flex min-h-32 flex-col items-center justify-center gap-2 rounded-lg border border-dashed px-4 py-5 text-center transition-colors has-focus-visible:outline-2 has-focus-visible:outline-focus',
          error ? 'border-red' : isOver ? 'border-primary bg-selected' : 'border-line-strong',
        )}
      >
        <input
          ref={input}
          {...control}
          type="file"
          accept={accept}
          disabled={disabled}
          onChange={(event) => {
            // cancelling the browser's file dialog keeps the previous file
            const chosen = event.target.files?.[0]
            if (chosen) onFile(chosen)
          }}
          className="sr-only"
        />
        {file ? (
          <Chosen file={file} onClear={clear} disabled={disabled} />
        ) : (
          <>
            <Upload aria-hidden className="size-5 text-ink-faint" strokeWidth={1.5} />
            <p className="text-ink-soft max-md:hidden">Drop the file here, or</p>
          </>
        )}
        <Button disabled={disabled} onClick={() => input.current?.click()}>
          {file ? 'Choose another file' : 'Choose a file'}
        </Button>
      </div>
      <FieldNote id={noteId} error={error ?? undefined} help={help} />
    </div>
  )
}

interface ChosenProps {
  file: File
  onClear: () => void
  disabled: boolean
}

function Chosen({ file, onClear, disabled }: ChosenProps): ReactElement {
  return (
    <p className="flex max-w-full items-center gap-2">
      <FileSpreadsheet aria-hidden className="size-5 shrink-0 text-ink-soft" strokeWidth={1.5} />
      <span className="min-w-0 truncate font-medium">{file.name}</span>
      <span className="shrink-0 text-ink-soft">{formatSize(file.size)}</span>
      <IconButton label={`Remove ${file.name}`} icon={X} size="sm" disabled={disabled} onClick={onClear} />
    </p>
  )
}
