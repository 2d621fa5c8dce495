import { RotateCcw, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { Notice } from '../Notice.tsx'
import { useUploader } from './uploader.tsx'

/** Upload progress, or the reason it failed. */
export function UploadStatus(): ReactElement | null {
  const { state, retry, drop } = useUploader()
  if (state.phase === 'idle') return null
  if (state.phase === 'refused') {
    return (
      <div className="w-full max-w-xl">
        <Notice tone="red" title={state.title}>
          <p>{state.text}</p>
        </Notice>
      </div>
    )
  }
  if (state.phase === 'failed') {
    return (
      <div className="w-full max-w-xl">
        <Notice tone="red" title="Upload Failed">
          <p>{state.message}</p>
          <p className="text-xs">
            {state.file.name}, for {state.type.name}
          </p>
          <div className="mt-1 flex flex-wrap gap-2">
            {state.canRetry && (
              <Button icon={RotateCcw} onClick={retry}>
                Try again
              </Button>
            )}
            <Button variant="ghost" onClick={drop}>
              {state.canRetry ? 'Choose another file' : 'Dismiss'}
            </Button>
          </div>
        </Notice>
      </div>
    )
  }
  const percent = Math.round(state.share * 100)
  return (
    <div className="flex w-full max-w-xl flex-col items-center gap-3 py-4">
      <p className="max-w-full font-medium break-words">{state.file.name}</p>
      <div className="w-full">
        <Progress
          label={percent < 100 ? 'Uploading' : 'Checking the file'}
          value={percent}
          max={100}
          text={`${percent}%`}
        />
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Button size="lg" disabled>
          Select File
        </Button>
        <Button size="lg" variant="ghost" icon={X} onClick={drop}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
