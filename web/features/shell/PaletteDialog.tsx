import { Command } from 'cmdk'
import { type LucideIcon, Megaphone, Phone, Search, User } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactElement, useState } from 'react'
import { useNavigate } from 'react-router'
import { pages, pathTo, screens } from '#web/routes/paths.ts'
import { overlayClass } from '#web/ui/Dialog.tsx'
import { useSearch } from './use-search.ts'

/** Finds screens, campaigns, brokers and calls. */
export function PaletteDialog({ onClose }: { onClose: () => void }): ReactElement {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const found = useSearch(text)
  const go = (path: string): void => {
    onClose()
    void navigate(path)
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 animate-fade-in overflow-hidden rounded-xl border border-line bg-float shadow-float"
        >
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <Command label="Search" shouldFilter={false} loop>
            <div className="flex items-center gap-2 border-b border-line px-3">
              <Search aria-hidden className="size-4 text-ink-faint" strokeWidth={1.75} />
              <Command.Input
                autoFocus
                value={text}
                onValueChange={setText}
                placeholder="Search brokers, campaigns, calls and screens"
                className="h-12 w-full bg-transparent text-base outline-none md:text-sm"
              />
            </div>
            <Command.List className="max-h-[50vh] scroll-py-2 overflow-y-auto p-1.5">
              <Command.Empty className="px-3 py-8 text-center text-ink-soft">
                {found.isSearching ? 'Searching...' : `Nothing found for "${text.trim()}"`}
              </Command.Empty>
              <Group heading="Screens">
                {matchingScreens(text).map((screen) => (
                  <Item
                    key={screen.path}
                    icon={screen.icon}
                    onSelect={() => go(screen.path)}
                    id={screen.path}
                  >
                    {screen.label}
                  </Item>
                ))}
              </Group>
              <Group heading="Campaigns">
                {found.campaigns.map(({ id, name, product }) => (
                  <Item
                    key={id}
                    id={`c${id}`}
                    icon={Megaphone}
                    onSelect={() => go(pathTo.campaign(id))}
                    hint={product}
                  >
                    {name}
                  </Item>
                ))}
              </Group>
              <Group heading="Brokers">
                {found.brokers.map(({ id, name, company }) => (
                  <Item
                    key={id}
                    id={`b${id}`}
                    icon={User}
                    onSelect={() => go(pathTo.broker(id))}
                    hint={company}
                  >
                    {name}
                  </Item>
                ))}
              </Group>
              <Group heading="Calls">
                {found.calls.map(({ id, title, hint }) => (
                  <Item key={id} id={`k${id}`} icon={Phone} onSelect={() => go(pathTo.call(id))} hint={hint}>
                    {title}
                  </Item>
                ))}
              </Group>
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function matchingScreens(text: string) {
  const wanted = text.trim().toLowerCase()
  const all = wanted ? [...screens, ...pages] : screens
  return all.filter((screen) => `${screen.label} ${screen.words}`.toLowerCase().includes(wanted))
}

function Group({ heading, children }: { heading: string; children: ReactElement[] }): ReactElement | null {
  if (children.length === 0) return null
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-soft"
    >
      {children}
    </Command.Group>
  )
}

interface ItemProps {
  id: string
  icon: LucideIcon
  onSelect: () => void
  hint?: string | null
  children: string
}

function Item({ id, icon: Icon, onSelect, hint, children }: ItemProps): ReactElement {
  return (
    <Command.Item
      value={id}
      onSelect={onSelect}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 data-[selected=true]:bg-hover max-md:min-h-11"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-ink-soft" strokeWidth={1.75} />
      <span className="truncate">{children}</span>
      {hint && <span className="ml-auto max-w-[45%] truncate text-xs text-ink-soft">{hint}</span>}
    </Command.Item>
  )
}
