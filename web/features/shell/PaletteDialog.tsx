import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactElement, useState } from 'react'
import { useNavigate } from 'react-router'
import type { StaffUser } from '#contract/accounts/accounts.ts'
import { updateCampaign } from '#contract/campaigns/campaigns.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { noteRecent, useRecent } from '#web/lib/recent-records.ts'
import { setTheme, useTheme } from '#web/lib/theme.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { cx } from '#web/ui/cx.ts'
import { overlayClass } from '#web/ui/dialog-classes.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import {
  type Deed,
  firstOf,
  isPremature,
  type PaletteItem,
  paletteGroups,
  searchedText,
} from './palette-items.ts'
import { openShortcuts } from './shortcuts-open.ts'
import { useSearch } from './use-search.ts'

const MOVES = ['ArrowDown', 'ArrowUp', 'Home', 'End']

/** Finds brokers, campaigns, calls and screens, and runs the actions that are available on every screen. */
export function PaletteDialog({ user, onClose }: { user: StaffUser; onClose: () => void }): ReactElement {
  const [text, setText] = useState('')
  // the item that the user moved to; null: not moved, so that the first stays selected while results arrive
  const [moved, setMoved] = useState<string | null>(null)
  const found = useSearch(searchedText(text))
  const recent = useRecent()
  const theme = useTheme()
  const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)')
  const isDark = theme === 'dark' || (theme === 'system' && isSystemDark)
  const groups = paletteGroups({ text, found, recent, role: user.role, isDark })
  const chosen = moved ?? firstOf(groups)
  const [isMoving, setMoving] = useState(false)
  const act = useDeeds(onClose)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 animate-fade-in overflow-hidden rounded-xl border border-line bg-float shadow-float"
        >
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <Command
            label="Search"
            shouldFilter={false}
            loop
            value={chosen}
            onValueChange={(value) => isMoving && setMoved(value)}
            onKeyDownCapture={(event) => {
              if (MOVES.includes(event.key)) setMoving(true)
              if (event.key === 'Enter' && isPremature(groups, chosen, found)) {
                event.preventDefault()
                event.stopPropagation()
              }
            }}
            onPointerMoveCapture={() => setMoving(true)}
          >
            <div className="flex items-center gap-2 border-b border-line px-3">
              <Search aria-hidden className="size-4 text-ink-faint" strokeWidth={1.75} />
              <Command.Input
                autoFocus
                value={text}
                onValueChange={(value) => {
                  setText(value)
                  setMoved(null)
                  setMoving(false)
                }}
                maxLength={200}
                placeholder="Search brokers, campaigns, calls and screens"
                className="h-12 w-full bg-transparent text-base outline-none md:text-sm"
              />
            </div>
            <Command.List className="max-h-[50vh] scroll-py-2 overflow-y-auto p-1.5">
              <Command.Empty className="px-3 py-8 text-center break-words text-ink-soft">
                {found.isSearching ? 'Searching...' : `Nothing found for "${text.trim()}"`}
              </Command.Empty>
              {groups.map(({ heading, items }) => (
                <Command.Group
                  key={heading}
                  heading={heading}
                  className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-soft"
                >
                  {items.map((item) => (
                    <Item key={item.id} item={item} onSelect={() => act(item.deed)} />
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Runs the selected action, and closes. */
function useDeeds(onClose: () => void): (deed: Deed) => void {
  const navigate = useNavigate()
  const change = useWrite(updateCampaign, {
    refresh: ['dashboard'],
    onSuccess: ({ name, status }) =>
      toastSuccess(`${name} ${status === 'active' ? 'runs again' : 'is paused'}`),
    onError: (error) => toastError(messageOf(error, 'Failed to update campaign status')),
  })
  return (deed) => {
    onClose()
    if ('go' in deed) {
      if (deed.record) noteRecent(deed.record)
      void navigate(deed.go)
    } else if ('campaign' in deed) {
      change.mutate({ params: { id: deed.campaign }, body: { status: deed.status } })
    } else if ('theme' in deed) setTheme(deed.theme)
    else openShortcuts()
  }
}

function Item({ item, onSelect }: { item: PaletteItem; onSelect: () => void }): ReactElement {
  const { id, icon: Icon, label, hint, refusal } = item
  return (
    <Command.Item
      value={id}
      onSelect={onSelect}
      disabled={refusal !== null}
      className={cx(
        'flex min-h-9 items-center gap-2.5 rounded-md px-2 data-[selected=true]:bg-hover max-md:min-h-11',
        refusal === null ? 'cursor-pointer' : 'cursor-not-allowed text-ink-faint',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-ink-soft" strokeWidth={1.75} />
      <span className="truncate">{label}</span>
      {(refusal ?? hint) && (
        <span className="ml-auto max-w-[45%] truncate text-xs text-ink-soft">{refusal ?? hint}</span>
      )}
    </Command.Item>
  )
}
