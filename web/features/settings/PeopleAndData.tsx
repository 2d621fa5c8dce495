import { ChevronRight } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { Panel } from '#web/ui/Card.tsx'

const pages = [
  { to: '/team', label: 'Team', text: 'Who signs in, as what, and for how long.' },
  {
    to: '/settings/data',
    label: 'Data retention',
    text: 'How long each kind of data is kept, and what was removed.',
  },
]

/** Pages of their own that belong to the system. */
export function PeopleAndData(): ReactElement {
  return (
    <Panel title="People and data" flush>
      <ul>
        {pages.map(({ to, label, text }) => (
          <li key={to} className="border-t border-line first:border-t-0">
            <Link to={to} className="flex items-center justify-between gap-4 px-4 py-3 hover:bg-hover">
              <span>
                <span className="font-medium">{label}</span>
                <span className="block text-ink-soft">{text}</span>
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-faint" strokeWidth={1.75} />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
