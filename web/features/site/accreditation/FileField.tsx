import { FileText, Upload } from 'lucide-react'
import { type DragEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { Button, buttonClass } from '#web/features/site/ui/Button.tsx'
import { FieldNote, RequiredMark } from '#web/features/site/ui/Field.tsx'
import { formatSize } from '#web/lib/format.ts'
import { useFieldAria } from '#web/lib/use-field-aria.ts'
import { cx } from '#web/ui/cx.ts'
import { ACCEPTED, problemOf } from './file-rules.ts'

interface ShownFile {
  name: string
  bytes: number
  /** With the draft on the server already. */
  isKept: boolean
}

interface FileFieldProps {
  name: string
  label: string
  required?: boolean
  error: string | undefined
  file: ShownFile | null
  /** From 0 to 1 while it is sent. */
  progress: number | null
  busy: boolean
  onChoose: (file: File) => void
  onError: (message: string | null) => void
  onRemove: () => void
}

const HELP = 'PDF, PNG or JPG, up to 10 MB'

/** One file, by click or drag and drop: name, size, progress while it is sent, and a button to remove it. */
export function FileField(props: FileFieldProps): ReactElement {
  const { name, label, required, error, file, progress, busy, onChoose, onError, onRemove } = props
  const { control, noteId } = useFieldAria({ help: HELP, error })
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  const take = (taken: File | undefined): void => {
    if (!taken) return
    const problem = problemOf(taken)
    onError(problem)
    if (!problem) onChoose(taken)
    // cleared so that the same file can be chosen again after a fix
    if (input.current) input.current.value = ''
  }
  const takeEarly = useRef(take)
  // the browser's Back restores a file without an event
  useEffect(() => takeEarly.current(input.current?.files?.[0]), [])

  const over = (event: DragEvent): void => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    if (event.dataTransfer.files.length > 1) onError('Drop one file here.')
    else take(event.dataTransfer.files[0])
  }
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="font-medium">
        <label htmlFor={control.id}>{label}</label>
        {required && <RequiredMark />}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut; the file chooser does the same */}
      <div
        onDragEnter={over}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cx(
          'relative rounded-lg border border-dashed bg-surface transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          isOver ? 'border-primary bg-selected' : error ? 'border-red' : 'border-line-strong/70',
        )}
      >
        <input
          ref={input}
          {...control}
          name={name}
          type="file"
          accept={ACCEPTED}
          required={required && !file}
          disabled={busy}
          onChange={(event) => take(event.target.files?.[0])}
          className="sr-only"
        />
        {file ? (
          <FileRow file={file} inputId={control.id} progress={progress} busy={busy} onRemove={onRemove} />
        ) : (
          <label
            htmlFor={control.id}
            className="flex min-h-24 flex-col items-center justify-center gap-1 p-4 text-center"
          >
            <Upload aria-hidden className="size-5 text-link" strokeWidth={1.75} />
            <span>
              <span className="font-medium text-link underline">Choose a file</span>
              {/* nothing can be dropped on a touch screen */}
              <span className="max-sm:hidden pointer-coarse:hidden"> or drop it here</span>
            </span>
          </label>
        )}
      </div>
      <FieldNote id={noteId} error={error} help={HELP} />
    </div>
  )
}

interface FileRowProps {
  file: ShownFile
  inputId: string
  progress: number | null
  busy: boolean
  onRemove: () => void
}

function FileRow({ file, inputId, progress, busy, onRemove }: FileRowProps): ReactElement {
  const percent = progress === null ? null : Math.round(progress * 100)
  return (
    <div className="flex min-h-24 flex-col justify-center gap-2 p-4">
      <div className="flex items-center gap-3">
        <FileText aria-hidden className="size-6 shrink-0 text-link" strokeWidth={1.5} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium" title={file.name}>
            {file.name}
          </p>
          <p className="tabular text-sm text-ink-soft">{`${formatSize(file.bytes)}${file.isKept ? ', saved' : ''}`}</p>
        </div>
      </div>
      {percent === null ? (
        <div className="-mx-3 -mb-2 flex">
          <label htmlFor={inputId} className={buttonClass('quiet', 'min-h-10 py-1')}>
            Replace<span className="sr-only"> {file.name}</span>
          </label>
          <Button variant="quiet" className="min-h-10 py-1" disabled={busy} onClick={onRemove}>
            Remove<span className="sr-only"> {file.name}</span>
          </Button>
        </div>
      ) : (
        <div
          role="progressbar"
          aria-label={`Sending ${file.name}`}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          className="h-1.5 overflow-hidden rounded-full bg-sunken"
        >
          <div
            className="h-full rounded-full bg-primary transition-[width]"
            style={{ width: `${percent}%` }}
          />
        </div>
      )}
    </div>
  )
}
