import { Copy, Download } from 'lucide-react'
import type { ReactElement } from 'react'
import { policyText } from '#contract/decisions/decisions.ts'
import { useRead } from '#web/api/use-read.ts'
import { copyText } from '#web/lib/copy.ts'
import { saveBlob } from '#web/lib/download.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

/** The section for the lender's privacy policy, to copy or to save. */
export function PolicyTextPanel(): ReactElement {
  const { data, error, refetch } = useRead(policyText)
  const text = data?.text ?? ''
  const copy = async (): Promise<void> => {
    if (await copyText(text)) toastSuccess('The text is copied')
    else toastError('The browser did not allow it. Save the text instead.', 'Not copied')
  }
  const waiting = data ? null : 'The text is not loaded yet.'
  return (
    <Panel
      title="Text for your privacy policy"
      actions={
        <>
          <Button
            icon={Download}
            disabledReason={waiting}
            onClick={() =>
              saveBlob(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'automated-decisions.txt')
            }
          >
            Save as text
          </Button>
          <Button icon={Copy} disabledReason={waiting} onClick={() => void copy()}>
            Copy
          </Button>
        </>
      }
    >
      <p className="mb-4 max-w-3xl text-ink-soft">
        From 10 December 2026 Australian Privacy Principle 1.7 requires this in your privacy policy. It names
        the decisions with a significant effect; the public page has all of them. Have it read by whoever
        answers for your policy.
      </p>
      {data && <p className="max-w-3xl whitespace-pre-line">{text}</p>}
      {!data && error && (
        <ErrorState title="The text could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <SkeletonLines lines={['h-4 w-1/3', 'h-4 w-full', 'h-4 w-full', 'h-4 w-2/3']} />}
    </Panel>
  )
}
