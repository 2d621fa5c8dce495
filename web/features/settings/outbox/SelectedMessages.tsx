import { Send } from 'lucide-react'
import type { ReactElement } from 'react'
import { type GivenMessages, MAX_MESSAGES_SENT } from '#contract/messages/messages.ts'
import type { Total } from '#web/api/call.ts'
import { useRefusal } from '#web/api/session.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectionBar } from '#web/ui/SelectionBar.tsx'
import type { Selection } from '#web/ui/use-selection.ts'
import { useSendMany } from './use-send-many.ts'

interface SelectedMessagesProps {
  selection: Selection
  filters: Extract<GivenMessages, { filters: unknown }>['filters']
  /** Of the list. */
  total: Total
  /** Loaded rows of it. */
  loaded: number
}

/** Sends the selected messages after a confirmation that counts those that can be sent. */
export function SelectedMessages({ selection, filters, total, loaded }: SelectedMessagesProps): ReactElement {
  const { chosen } = selection
  const tooMany =
    !chosen.all && chosen.keys.size > MAX_MESSAGES_SENT
      ? `Select at most ${formatNumber(MAX_MESSAGES_SENT)} messages one by one, or all that match.`
      : null
  const refusal = useRefusal('outbox.write') ?? tooMany
  const { send, isPending } = useSendMany(selection.clear)
  const hasMore = typeof total !== 'number' || total > loaded
  return (
    <SelectionBar
      text={chosen.all ? 'All that match selected' : `${formatNumber(chosen.keys.size)} selected`}
      onClear={selection.clear}
      more={
        !chosen.all &&
        selection.loaded === 'all' &&
        hasMore && (
          <Button size="sm" variant="ghost" className="text-link" onClick={selection.selectAll}>
            Select all that match
          </Button>
        )
      }
    >
      <Button
        size="sm"
        icon={Send}
        disabledReason={refusal}
        pending={isPending}
        pendingText="Sending..."
        onClick={() =>
          send(
            chosen.all
              ? { filters, except: [...chosen.except].map(Number) }
              : { ids: [...chosen.keys].map(Number) },
          )
        }
      >
        Send now
      </Button>
    </SelectionBar>
  )
}
