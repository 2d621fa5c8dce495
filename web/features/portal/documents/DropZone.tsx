import { FileUp, Upload } from 'lucide-react'
import type { ReactElement } from 'react'
import { useDropzone } from 'react-dropzone'
import { DEFAULT_MAX_FILE_SIZE, type DocumentType } from '#contract/documents/documents.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { UploadStatus } from './UploadStatus.tsx'
import { megabytesText, ONE_FILE } from './upload-rules.ts'
import { useUploader } from './uploader.tsx'

/** Accepts one PDF, dropped or selected, and shows errors before it is sent. */
export function DropZone({ type }: { type: DocumentType | null }): ReactElement {
  const { state, send, refuse } = useUploader()
  const isSending = state.phase === 'sending'
  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    // limits the file picker only: dropped files are checked by our own rules, with the texts of the specification
    accept: { 'application/pdf': ['.pdf'] },
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted, rejected) => {
      const files = [...accepted, ...rejected.map(({ file }) => file)]
      const [file, ...others] = files
      if (others.length > 0) refuse(ONE_FILE)
      else if (file) send(file, type)
    },
  })
  return (
    <div
      {...getRootProps()}
      className={cx(
        'flex flex-col items-center gap-3 rounded-xl border-2 border-dashed px-4 py-6 text-center transition-colors',
        isDragActive ? 'border-primary bg-selected' : 'border-line-strong',
      )}
    >
      <input {...getInputProps({ 'aria-label': 'PDF file' })} />
      {isSending ? null : (
        <>
          <FileUp aria-hidden className="size-8 text-link" strokeWidth={1.5} />
          <p className="font-medium">Drop your PDF file here</p>
          <Button variant="primary" size="lg" icon={Upload} disabled={type === null} onClick={open}>
            Select File
          </Button>
          {type === null && <p className="text-xs text-ink-soft">Choose a document type first.</p>}
        </>
      )}
      <UploadStatus />
      <p className="text-xs text-ink-soft">
        Maximum file size: {megabytesText(type?.maxFileSize ?? DEFAULT_MAX_FILE_SIZE)} • PDF files only
      </p>
    </div>
  )
}
