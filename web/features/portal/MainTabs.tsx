import { BadgeCheck, FileText, Gauge, House, type LucideIcon, UserRound } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { useTabChoice } from '#web/ui/use-tab-choice.ts'
import { type PortalTab, portalTabs, usePortalPlace } from './portal-tabs.ts'

const looks: Record<PortalTab, { label: string; icon: LucideIcon }> = {
  overview: { label: 'Overview', icon: House },
  documents: { label: 'Documents', icon: FileText },
  profile: { label: 'Profile', icon: UserRound },
  accreditation: { label: 'Accreditation', icon: BadgeCheck },
  score: { label: 'Score', icon: Gauge },
}

/** The five parts of the portal: below the header, on a phone at the thumb. */
export function MainTabs({ content }: { content: Record<PortalTab, ReactNode> }): ReactElement {
  const { tab, open } = usePortalPlace()
  const choose = useTabChoice(tab, (value) => open(value as PortalTab)) // the values below
  const isFirst = useRef(true)
  useEffect(() => {
    // a new tab starts at its top; on load the browser restores the position
    if (!isFirst.current) window.scrollTo({ top: 0 })
    isFirst.current = !tab
  }, [tab])
  return (
    <Tabs.Root value={tab} onValueChange={choose}>
      <Tabs.List
        aria-label="Broker Portal"
        className="bottom-bar z-30 flex border-line bg-surface max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:grid max-md:grid-cols-5 max-md:border-t max-md:pb-[env(safe-area-inset-bottom,0px)] md:mb-6 md:gap-2 md:border-b md:bg-transparent md:pt-3"
      >
        {portalTabs.map((value) => {
          const { label, icon: Icon } = looks[value]
          return (
            <Tabs.Trigger
              key={value}
              value={value}
              className="flex items-center justify-center gap-0.5 font-medium text-ink-soft -outline-offset-2 hover:text-ink data-[state=active]:text-link max-md:h-14 max-md:min-w-0 max-md:flex-col max-md:text-[0.75rem] md:-mb-px md:h-12 md:gap-2 md:border-b-2 md:border-transparent md:px-4 md:data-[state=active]:border-primary md:data-[state=active]:text-ink"
            >
              <Icon aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
              {label}
            </Tabs.Trigger>
          )
        })}
      </Tabs.List>
      {portalTabs.map((value) => (
        <Tabs.Content
          key={value}
          value={value}
          // stays mounted, so that a started form survives a change of tab
          {...(value === 'profile' ? { forceMount: true as const } : {})}
          className="rounded-lg outline-offset-8 data-[state=inactive]:hidden max-md:pt-5"
        >
          {content[value]}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
