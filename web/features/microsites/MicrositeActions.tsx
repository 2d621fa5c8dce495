import {
  ChartColumn,
  Ellipsis,
  ExternalLink,
  Eye,
  PanelsTopLeft,
  Pencil,
  Power,
  QrCode,
  Trash2,
} from 'lucide-react'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router'
import type { Microsite } from '#contract/microsites/microsites.ts'
import { useRefusal } from '#web/api/session.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu, MenuItem, MenuRule } from '#web/ui/Menu.tsx'
import { useDeleteMicrosite } from './use-delete-microsite.tsx'
import { useSetActive } from './use-set-active.ts'

export type OpenDialog = 'edit' | 'link'

const OFF = "Switched off: the address shows 'Microsite Not Found'."

interface MicrositeActionsProps {
  microsite: Microsite
  onOpen: (dialog: OpenDialog) => void
}

/** Preview, Visit, Edit, the link builder and a menu of rarer actions. */
export function MicrositeActions({ microsite, onOpen }: MicrositeActionsProps): ReactElement {
  const navigate = useNavigate()
  const refusal = useRefusal('microsites.write')
  const setActive = useSetActive(microsite)
  const remove = useDeleteMicrosite()
  const { title } = microsite
  return (
    <>
      <PageLink
        microsite={microsite}
        icon={Eye}
        text="Preview"
        note="not counted as a visit"
        query="?preview"
      />
      <PageLink microsite={microsite} icon={ExternalLink} text="Visit" />
      <Button
        icon={Pencil}
        aria-label={`Edit ${title}`}
        disabledReason={refusal}
        onClick={() => onOpen('edit')}
      >
        Edit
      </Button>
      <span className="ml-auto flex gap-1">
        <IconButton
          label={`Link and QR code of ${title}`}
          icon={QrCode}
          className="max-sm:hidden"
          onClick={() => onOpen('link')}
        />
        <Menu trigger={<IconButton label={`More for ${title}`} icon={Ellipsis} />}>
          <MenuItem
            icon={PanelsTopLeft}
            disabledReason={refusal}
            onSelect={() => void navigate(`/microsites/${microsite.id}/edit`)}
          >
            Edit with preview
          </MenuItem>
          <MenuItem icon={QrCode} onSelect={() => onOpen('link')}>
            Link and QR code
          </MenuItem>
          <MenuItem icon={ChartColumn} onSelect={() => void navigate(pathTo.visits(microsite.id))}>
            Visits and attribution
          </MenuItem>
          <MenuRule />
          <MenuItem
            icon={Power}
            disabledReason={refusal ?? (setActive.isPending ? 'Update in progress' : null)}
            onSelect={setActive.run}
          >
            {microsite.active ? 'Switch off' : 'Switch on'}
          </MenuItem>
          <MenuItem icon={Trash2} danger disabledReason={refusal} onSelect={() => void remove(microsite)}>
            Delete microsite
          </MenuItem>
        </Menu>
      </span>
    </>
  )
}

interface PageLinkProps {
  microsite: Microsite
  icon: typeof Eye
  text: string
  /** Distinguishes it from the other link, in tooltip and accessible name. */
  note?: string
  query?: string
}

/** Opens the public page in a new tab. */
function PageLink({ microsite, icon, text, note, query = '' }: PageLinkProps): ReactElement {
  const label = `${text} ${microsite.title}`
  if (!microsite.active) {
    return (
      <Button icon={icon} aria-label={label} disabledReason={OFF}>
        {text}
      </Button>
    )
  }
  return (
    <ButtonLink
      to={`/microsite/${microsite.slug}${query}`}
      target="_blank"
      rel="noopener"
      icon={icon}
      aria-label={`${label} (opens in a new tab${note ? `, ${note}` : ''})`}
      title={note && `Opens in a new tab, ${note}`}
    >
      {text}
    </ButtonLink>
  )
}
