import { TriangleAlert } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'

/** How a server administrator turns the backups on: on the server, as the screens never have its keys. */
export function BackupsOff(): ReactElement {
  return (
    <div role="note" className="flex gap-2.5 p-4">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-amber-ink" strokeWidth={1.75} />
      <div className="min-w-0 max-w-3xl flex-1">
        <p className="font-medium">Backups are off</p>
        <p className="text-ink-soft">
          This server has no key to encrypt them with. Your server administrator turns them on:
        </p>
        <ol className="mt-3 flex list-decimal flex-col gap-2.5 pl-5 marker:text-ink-soft">
          <li>
            Create a pair of keys:
            <Command>npm run backup -- new-key FILE</Command>
          </li>
          <li>
            Give the server the public key:
            <Command>BACKUP_RECIPIENT=age1…</Command>
          </li>
          <li>Keep the file with the private key in a safe place outside this server.</li>
          <li>Restart Brokerline.</li>
        </ol>
      </div>
    </div>
  )
}

function Command({ children }: { children: ReactNode }): ReactElement {
  return (
    <code className="mt-1 block w-full max-w-md rounded-md border border-line bg-sunken px-2.5 py-1.5 font-mono text-xs break-words">
      {children}
    </code>
  )
}
