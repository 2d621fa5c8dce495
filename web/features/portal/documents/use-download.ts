import { useState } from 'react'
import { downloadOwnDocument, type OwnDocument } from '#contract/documents/documents.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { authorizationFor, noteRefusal } from '#web/api/authorization.ts'
import { urlOf } from '#web/api/call.ts'
import { downloadFile } from '#web/lib/download.ts'
import { toastError } from '#web/ui/toast.ts'

interface Download {
  pending: boolean
  save: (document: Pick<OwnDocument, 'id' | 'originalFilename'>) => Promise<void>
}

/** Saves a document under its original name. */
export function useDownload(): Download {
  const [pending, setPending] = useState(false)
  const save: Download['save'] = async ({ id, originalFilename }) => {
    setPending(true)
    try {
      const headers = authorizationFor(downloadOwnDocument)
      await downloadFile(urlOf(downloadOwnDocument, { id }), originalFilename, headers)
    } catch (error) {
      if (error instanceof ApiError) noteRefusal(downloadOwnDocument, error)
      toastError(messageOf(error, 'Failed to download document'), 'Download Failed')
    } finally {
      setPending(false)
    }
  }
  return { pending, save }
}
