import { TriangleAlert } from 'lucide-react'
import type { ReactElement } from 'react'

/** How a server administrator turns the backups on: on the server, as the screens never have its keys. */
export function BackupsOff(): ReactElement {
  return (
    <div role="note" className="flex gap-2.5 border-b border-line bg-amber-soft p-4 text-amber-ink">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      <div className="min-w-0 max-w-3xl">
        <p className="font-medium">Backups are off</p>
        <p>This server has no key to encrypt them with. Your server administrator can turn them on:</p>
        <ol className="mt-2 flex list-decimal flex-col gap-1 pl-5">
          <li>
            Create a pair of keys: <Code>npm run backup -- new-key FILE</Code>
          </li>
          <li>
            Set <Code>BACKUP_RECIPIENT</Code> to the public key, which begins with <Code>age1</Code>.
          </li>
          <li>Keep the file with the private key in a safe place outside this server.</li>
          <li>Restart Brokerline.</li>
        </ol>
      </div>
    </div>
  )
}

function Code({ children }: { children: string }): ReactElement {
  return <code className="rounded-sm bg-surface px-1 font-mono text-xs break-words">{children}</code>
}
