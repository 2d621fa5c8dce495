import { Bookmark, BookmarkPlus, Pencil, RotateCcw, Save, Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import {
  deleteSavedView,
  listSavedViews,
  type SavedView,
  updateSavedView,
  type ViewedList,
} from '#contract/brokers/saved-views.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import type { UrlState } from '#web/lib/use-url-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { Menu, MenuItem, MenuLabel, MenuRule } from '#web/ui/Menu.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { chooseColumns, useChosenColumns } from '#web/ui/use-column-choice.ts'
import { SaveViewDialog } from './SaveViewDialog.tsx'
import { differs, keptOf, stateOf } from './saved-view-rules.ts'

interface ViewMenuProps<S extends UrlState> {
  list: ViewedList
  /** Of its DataTable. */
  table: string
  /** Filters and order, as the address has them. */
  state: S
  defaults: S
  /** The id of the view that the list shows, from the URL; '' where there is none. */
  chosen: string
  onChoose: (state: S, chosen: string) => void
}

/** Filters, order and columns under a name: one's own, and those of the team. */
export function ViewMenu<S extends UrlState>(props: ViewMenuProps<S>): ReactElement {
  const { list, table, state, defaults, chosen, onChoose } = props
  const { data: views = [] } = useRead(listSavedViews, { query: { list } })
  const columns = useChosenColumns(table)
  const [saving, setSaving] = useState<'new' | 'edit' | null>(null)
  const view = views.find(({ id }) => String(id) === chosen) ?? null
  const shown = { query: keptOf(state, defaults), columns: { ...columns } }
  const isChanged = view !== null && differs(view, shown)
  const choose = (next: SavedView): void => {
    chooseColumns(table, next.columns)
    onChoose(stateOf(next, defaults), String(next.id))
  }
  const update = useWrite(updateSavedView, {
    onSuccess: ({ name }) => toastSuccess(`${name} was saved`),
    onError: (error) => toastError(messageOf(error, 'Failed to save the view')),
  })
  const remove = useWrite(deleteSavedView, {
    onSuccess: () => onChoose(state, ''),
    onError: (error) => toastError(messageOf(error, 'Failed to delete the view')),
  })
  const askToDelete = async (gone: SavedView): Promise<void> => {
    const isSure = await confirm({
      title: `Delete the view ${gone.name}?`,
      body: gone.shared
        ? 'It disappears from everybody’s menu. Brokers stay as they are.'
        : 'Brokers stay as they are.',
      action: 'Delete view',
      danger: true,
    })
    if (isSure) remove.mutate({ params: { id: gone.id } })
  }
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button icon={Bookmark} className="max-w-48 max-md:h-11">
            <span className="truncate max-md:sr-only">
              {view ? `${view.name}${isChanged ? ' (changed)' : ''}` : 'Views'}
            </span>
          </Button>
        }
      >
        <Group
          label="Your views"
          views={views.filter(({ shared }) => !shared)}
          chosen={view}
          onChoose={choose}
        />
        <Group
          label="Views of the team"
          views={views.filter(({ shared }) => shared)}
          chosen={view}
          onChoose={choose}
        />
        {views.length > 0 && <MenuRule />}
        <MenuItem icon={BookmarkPlus} onSelect={() => setSaving('new')}>
          Save as a new view
        </MenuItem>
        {view && isChanged && (
          <>
            <MenuItem icon={RotateCcw} onSelect={() => choose(view)}>
              Back to the view
            </MenuItem>
            <MenuItem
              icon={Save}
              disabledReason={reasonOf(view)}
              onSelect={() => update.mutate({ params: { id: view.id }, body: shown })}
            >
              Update the view
            </MenuItem>
          </>
        )}
        {view && (
          <>
            <MenuItem icon={Pencil} disabledReason={reasonOf(view)} onSelect={() => setSaving('edit')}>
              Rename or share
            </MenuItem>
            <MenuItem
              icon={Trash2}
              danger
              disabledReason={reasonOf(view)}
              onSelect={() => void askToDelete(view)}
            >
              Delete the view
            </MenuItem>
          </>
        )}
      </Menu>
      {saving && (
        <SaveViewDialog
          list={list}
          view={saving === 'edit' ? view : null}
          shown={shown}
          onSaved={({ id }) => onChoose(state, String(id))}
          onClose={() => setSaving(null)}
        />
      )}
    </>
  )
}

const reasonOf = ({ own, owner }: SavedView): string | null =>
  own ? null : `Only ${owner ?? 'whoever saved it'} and admins may change this view.`

interface GroupProps {
  label: string
  views: readonly SavedView[]
  chosen: SavedView | null
  onChoose: (view: SavedView) => void
}

function Group({ label, views, chosen, onChoose }: GroupProps): ReactElement | null {
  if (views.length === 0) return null
  return (
    <>
      <MenuLabel>{label}</MenuLabel>
      {views.map((view) => (
        <MenuItem
          key={view.id}
          onSelect={() => onChoose(view)}
          {...(view.id === chosen?.id && { hint: 'Shown' })}
        >
          <span className="max-w-64 truncate">{view.name}</span>
        </MenuItem>
      ))}
    </>
  )
}
