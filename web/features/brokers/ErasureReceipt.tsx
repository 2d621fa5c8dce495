import type { ReactElement } from 'react'
import type { ErasureLine, ErasureReceipt as Receipt } from '#contract/brokers/erasure.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { saveBlob } from '#web/lib/download.ts'
import { formatNumber } from '#web/lib/format.ts'
import { confirm } from '#web/ui/confirm.ts'

const outcomeWords: Record<ErasureLine['outcome'], string> = {
  erased: 'erased',
  anonymised: 'made anonymous',
  kept: 'kept',
}

/** Shows the erased and the retained records; it can be saved, and the audit log keeps it. */
export async function showReceipt(receipt: Receipt): Promise<void> {
  const isSaved = await confirm({
    title: `Erased on ${formatDateTime(receipt.erasedAt)}`,
    body: <ReceiptLines lines={receipt.lines} />,
    action: 'Save receipt',
    cancel: 'Close',
  })
  if (isSaved) {
    const text = JSON.stringify(receipt, null, 2)
    saveBlob(new Blob([text], { type: 'application/json' }), `erasure-broker-${receipt.brokerId}.json`)
  }
}

function ReceiptLines({ lines }: { lines: readonly ErasureLine[] }): ReactElement {
  return (
    <>
      <ul className="flex max-h-[60vh] flex-col gap-2 overflow-y-auto" aria-label="What was erased">
        {lines.map(({ what, rows, outcome, reason }) => (
          <li key={what}>
            <span className="text-ink">{what}</span>: {formatNumber(rows)} {outcomeWords[outcome]}
            {reason && <p className="text-sm">{reason}</p>}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm">
        Backups keep their copies until they expire. The audit log keeps this receipt.
      </p>
    </>
  )
}
