import { Ellipsis, FileCheck2, FileSearch, PhoneOff, UsersRound } from 'lucide-react'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router'
import { ReviewsLink } from '#web/features/documents/ReviewsLink.tsx'
import { PHONE, useMediaQuery } from '#web/lib/use-media-query.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'

const places = [
  { to: '/brokers/applications', label: 'Applications', icon: FileCheck2 },
  { to: '/brokers/audiences', label: 'Audiences', icon: UsersRound },
] as const
const suppressions = { to: '/brokers/suppressions', label: 'Suppression list', icon: PhoneOff } as const
const reviews = { to: '/brokers/documents', label: 'Document reviews', icon: FileSearch } as const

/** Links to the lists next to the directory; on a phone behind one button. */
export function BrokerPlaces(): ReactElement {
  const isPhone = useMediaQuery(PHONE)
  const navigate = useNavigate()
  if (isPhone) {
    return (
      <Menu trigger={<IconButton label="More lists" icon={Ellipsis} variant="secondary" />}>
        {[...places, reviews, suppressions].map(({ to, label, icon }) => (
          <MenuItem key={to} icon={icon} onSelect={() => void navigate(to)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    )
  }
  return (
    <>
      {places.map(({ to, label, icon }) => (
        <ButtonLink key={to} to={to} variant="ghost" icon={icon}>
          {label}
        </ButtonLink>
      ))}
      <ReviewsLink />
      <ButtonLink to={suppressions.to} variant="ghost" icon={suppressions.icon}>
        {suppressions.label}
      </ButtonLink>
    </>
  )
}
