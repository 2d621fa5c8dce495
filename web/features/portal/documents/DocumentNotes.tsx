import type { ReactElement } from 'react'
import type { DocumentEntry, OwnDocument } from '#contract/documents/documents.ts'
import { Notice } from '../Notice.tsx'
import { expiryText, needOf } from './standing.ts'

/** The reviewer's notes and requests, and the expiry date. */
export function DocumentNotes({
  entry,
}: {
  entry: DocumentEntry & { document: OwnDocument }
}): ReactElement | null {
  const { document, askedNote, fulfilled } = entry
  const now = Date.now()
  const expiry = expiryText(document, now)
  const need = needOf(entry, now)
  return (
    <>
      {askedNote && (
        <Notice tone="blue" title="We requested a newer copy">
          <p>{askedNote}</p>
        </Notice>
      )}
      {document.status === 'rejected' && (
        <Notice tone="red" title="Not accepted">
          <p>{document.reason ?? 'Please upload it again.'}</p>
          {fulfilled && <p className="text-xs">The earlier version that was approved still counts.</p>}
        </Notice>
      )}
      {document.status === 'pending' && fulfilled && (
        <p className="text-xs text-ink-soft">
          The earlier version that was approved counts until this one is reviewed.
        </p>
      )}
      {expiry &&
        (need === 'ending' || document.expired ? (
          <Notice tone={document.expired ? 'red' : 'amber'}>
            <p>{expiry}</p>
          </Notice>
        ) : (
          <p className="text-xs text-ink-soft">{expiry}</p>
        ))}
    </>
  )
}
