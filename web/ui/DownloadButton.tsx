import { Download } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { messageOf } from '#web/api/api-error.ts'
import { downloadFile } from '#web/lib/download.ts'
import { Button, type ButtonProps } from './Button.tsx'
import { toastError } from './toast.ts'

interface DownloadButtonProps extends Pick<ButtonProps, 'disabledReason' | 'variant'> {
  url: string
  fallbackName: string
  /** Error text if the server gives none. */
  failure: string
  children: string
}

/** Downloads a file from the API. */
export function DownloadButton(props: DownloadButtonProps): ReactElement {
  const { url, fallbackName, failure, children, ...button } = props
  const [pending, setPending] = useState(false)
  const save = async (): Promise<void> => {
    setPending(true)
    try {
      await downloadFile(url, fallbackName)
    } catch (error) {
      toastError(messageOf(error, failure))
    } finally {
      setPending(false)
    }
  }
  return (
    <Button
      {...button}
      icon={Download}
      pending={pending}
      pendingText="Preparing..."
      onClick={() => void save()}
    >
      {children}
    </Button>
  )
}
