import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { type DocumentType, uploadDocument } from '#contract/documents/documents.ts'
import { ApiError } from '#web/api/api-error.ts'
import { refreshTopics } from '#web/api/topics.ts'
import { createTryKeys } from '#web/api/try-key.ts'
import { upload } from '#web/api/upload.ts'
import { toast, toastError } from '#web/ui/toast.ts'
import { usePortalPlace } from '../portal-tabs.ts'
import { failureOf, problemOf } from './upload-rules.ts'

interface Chosen {
  type: DocumentType
  file: File
}

export type UploadState =
  | { phase: 'idle' }
  /** `share` from 0 to 1: how much has left. */
  | (Chosen & { phase: 'sending'; share: number })
  | (Chosen & { phase: 'failed'; message: string; canRetry: boolean })
  /** Not sent at all. */
  | { phase: 'refused'; title: string; text: string }

interface Uploader {
  state: UploadState
  /** Checks a file and sends it. */
  send: (file: File, type: DocumentType | null) => void
  refuse: (problem: { title: string; text: string }) => void
  retry: () => void
  /** Cancels the running upload, or dismisses a failed one. */
  drop: () => void
}

const Context = createContext<Uploader | null>(null)

/** One upload at a time; it continues while the user opens other parts of the portal. */
export function UploaderProvider({ children }: { children: ReactNode }): ReactElement {
  const client = useQueryClient()
  const { change } = usePortalPlace()
  const [state, setState] = useState<UploadState>({ phase: 'idle' })
  const [keys] = useState(createTryKeys)
  const running = useRef<AbortController | null>(null)
  const isSending = state.phase === 'sending'

  useEffect(() => {
    if (!isSending) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isSending])
  // signed out meanwhile
  useEffect(() => () => running.current?.abort(), [])

  const start = async (chosen: Chosen): Promise<void> => {
    const { type, file } = chosen
    const controller = new AbortController()
    running.current = controller
    setState({ ...chosen, phase: 'sending', share: 0 })
    const body = new FormData()
    body.set('documentTypeId', String(type.id))
    body.set('document', file)
    const idempotencyKey = keys.of([type.id, file.name, file.size, file.lastModified].join('|'))
    try {
      await upload(uploadDocument, {
        body,
        idempotencyKey,
        signal: controller.signal,
        onProgress: (share) => setState({ ...chosen, phase: 'sending', share }),
      })
      keys.settle()
    } catch (error) {
      keys.settle(error)
      if (controller.signal.aborted) return
      const failure = failureOf(error, file.name)
      setState({ ...chosen, phase: 'failed', ...failure })
      // the sign-in covers the page, and the panel keeps the file
      if (!(error instanceof ApiError && error.status === 401)) toastError(failure.message, 'Upload Failed')
      return
    } finally {
      running.current = null
    }
    setState({ phase: 'idle' })
    change({ section: type.category, type: '' })
    toast({
      title: 'Upload Successful',
      message: `Your document is pending review: ${type.name}.`,
      tone: 'success',
    })
    await refreshTopics(client, ['broker'])
  }

  const refuse: Uploader['refuse'] = ({ title, text }) => {
    setState({ phase: 'refused', title, text })
    toastError(text, title)
  }
  const uploader: Uploader = {
    state,
    send: (file, type) => {
      if (isSending) {
        toastError('Wait until the previous upload has finished, or cancel it.', 'One File at a Time')
        return
      }
      const problem = problemOf(file, type)
      if (problem || !type) refuse(problem ?? { title: 'Upload Failed', text: 'Failed to upload document' })
      else void start({ type, file })
    },
    refuse,
    retry: () => {
      if (state.phase === 'failed') void start({ type: state.type, file: state.file })
    },
    drop: () => {
      running.current?.abort()
      setState({ phase: 'idle' })
      // the file may have arrived despite the failure
      if (isSending) void refreshTopics(client, ['broker'])
    },
  }
  return <Context value={uploader}>{children}</Context>
}

export function useUploader(): Uploader {
  const uploader = useContext(Context)
  if (!uploader) throw new Error('useUploader stands inside UploaderProvider')
  return uploader
}
