import type { ReactElement } from 'react'
import { SwitchField } from '#web/ui/ChoiceFields.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useSingleKeys } from '#web/ui/review/use-review-keys.ts'

const groups = [
  {
    title: 'The queue',
    keys: [
      { keys: ['n'], does: 'Take the document that waits longest' },
      { keys: ['j', 'k'], does: 'Next and previous row' },
      { keys: ['c'], does: 'Claim the row' },
      { keys: ['Enter'], does: 'Open the row' },
    ],
  },
  {
    title: 'A document',
    keys: [
      { keys: ['j', 'k'], does: 'Next and previous document; also → and ←' },
      { keys: ['Page Down', 'Page Up'], does: 'Next and previous page' },
      { keys: ['+', '-', '0'], does: 'Zoom in, out, whole width' },
      { keys: ['c'], does: 'Claim, or unassign' },
      { keys: ['a'], does: 'Approve' },
      { keys: ['r'], does: 'Reject' },
      { keys: ['q'], does: 'Ask the broker again' },
      { keys: ['d'], does: 'Download the file' },
      { keys: ['Esc'], does: 'Close' },
    ],
  },
  {
    title: 'A decision',
    keys: [
      { keys: ['1', '…', '9'], does: 'Put that reason into the text, or take it out' },
      { keys: ['Enter'], does: 'Confirm; in a text of several lines Ctrl or ⌘ + Enter' },
      { keys: ['Esc'], does: 'Back to the document' },
    ],
  },
] as const

/** The keys of the review, and the switch that turns letters off. */
export function KeysDialog({ onClose }: { onClose: () => void }): ReactElement {
  const [singleKeys, setSingleKeys] = useSingleKeys()
  return (
    <Dialog open onClose={onClose} title="Keys" width="sm">
      <SwitchField
        label="Use single letters, digits and signs as keys"
        help="Off for who dictates, so that spoken words press nothing. Kept by this browser."
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
