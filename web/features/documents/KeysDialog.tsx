import type { ReactElement } from 'react'
import { SwitchField } from '#web/ui/ChoiceFields.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useSingleKeys } from '#web/ui/review/use-review-keys.ts'

const groups = [
  {
    title: 'Queue',
    keys: [
      { keys: ['n'], does: 'Claim and open the oldest document' },
      { keys: ['j', 'k'], does: 'Next and previous row' },
      { keys: ['c'], does: 'Claim the row' },
      { keys: ['Enter'], does: 'Open the row' },
    ],
  },
  {
    title: 'Document',
    keys: [
      { keys: ['j', 'k'], does: 'Next and previous document; also → and ←' },
      { keys: ['Page Down', 'Page Up'], does: 'Next and previous page' },
      { keys: ['+', '-', '0'], does: 'Zoom in, zoom out, fit width' },
      { keys: ['c'], does: 'Claim, or unassign' },
      { keys: ['a'], does: 'Approve' },
      { keys: ['r'], does: 'Reject' },
      { keys: ['q'], does: 'Request new version' },
      { keys: ['d'], does: 'Download the file' },
      { keys: ['Esc'], does: 'Close' },
    ],
  },
  {
    title: 'Decision',
    keys: [
      { keys: ['1', '…', '9'], does: 'Add or remove that reason' },
      { keys: ['Enter'], does: 'Confirm (Ctrl or ⌘ + Enter in a longer text)' },
      { keys: ['Esc'], does: 'Back to the document' },
    ],
  },
] as const

/** The keyboard shortcuts of the review, and the switch for single keys. */
export function KeysDialog({ onClose }: { onClose: () => void }): ReactElement {
  const [singleKeys, setSingleKeys] = useSingleKeys()
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" width="sm">
      <SwitchField
        label="Single-key shortcuts"
        help="Turn off if you use speech input. Saved in this browser."
        checked={singleKeys}
        onChange={(event) => setSingleKeys(event.target.checked)}
      />
      {groups.map(({ title, keys }) => (
        <section key={title} aria-label={title} className="mt-4">
          <h3 className="mb-1.5 font-semibold">{title}</h3>
          <dl className="grid grid-cols-[9rem_1fr] items-baseline gap-x-4 gap-y-1.5">
            {keys.map((row) => (
              <div key={row.does} className="contents">
                <dt className="flex flex-wrap gap-1">
                  {row.keys.map((key) => (
                    <kbd
                      key={key}
                      className="min-w-5 rounded-sm border border-line bg-sunken px-1 text-center font-sans text-xs"
                    >
                      {key}
                    </kbd>
                  ))}
                </dt>
                <dd>{row.does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
