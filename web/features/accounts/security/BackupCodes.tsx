import { Download } from 'lucide-react'
import type { ReactElement } from 'react'
import { copyText } from '#web/lib/copy.ts'
import { saveBlob } from '#web/lib/download.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { useAccountArea } from './area.ts'

/** Backup codes, shown once; each signs in once without the phone. */
export function BackupCodes({ codes }: { codes: readonly string[] }): ReactElement {
  const { size } = useAccountArea()
  const text = `${codes.join('\n')}\n`
  const copy = async (): Promise<void> => {
    if (await copyText(text)) toastSuccess('Backup codes copied.')
    else toastError('Your browser does not allow copying. Save the codes as a file instead.')
  }
  return (
    <div className="flex flex-col gap-4">
      <p>
        Each of these codes signs you in once without your phone. They are shown only now: keep them with your
        passwords.
      </p>
      <ul className="tabular grid grid-cols-2 gap-x-4 gap-y-1 rounded-lg bg-sunken p-4 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button size={size} onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          size={size}
          icon={Download}
          onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), 'brokerline-backup-codes.txt')}
        >
          Save as a file
        </Button>
      </div>
    </div>
  )
}
