import { useQuery } from '@tanstack/react-query'
import {
  Download,
  Ellipsis,
  type LucideIcon,
  PhoneOff,
  ShieldCheck,
  UserRoundCog,
  UsersRound,
} from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { exportBrokers } from '#contract/brokers/brokers.ts'
import { type BulkChange, type BulkChangeKind, countSelection } from '#contract/brokers/bulk-changes.ts'
import type { Action } from '#contract/policy.ts'
import { messageOf } from '#web/api/api-error.ts'
import type { Total } from '#web/api/call.ts'
import { call, urlOf } from '#web/api/call.ts'
import { useRefusal } from '#web/api/session.ts'
import { keyOf } from '#web/api/topics.ts'
import { downloadFile } from '#web/lib/download.ts'
import { countOf } from '#web/lib/format.ts'
import { PHONE, useMediaQuery } from '#web/lib/use-media-query.ts'
import { Button } from '#web/ui/Button.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { SelectionBar } from '#web/ui/SelectionBar.tsx'
import { toast, toastError } from '#web/ui/toast.ts'
import type { Selection } from '#web/ui/use-selection.ts'
import type { BrokerQuery } from '../broker-filters.ts'
import { AudienceForm } from './AudienceForm.tsx'
import { BasisForm } from './BasisForm.tsx'
import { BdmForm } from './BdmForm.tsx'
import { useUndo } from './BulkChangeDetails.tsx'
import { outcomeText } from './bulk-texts.ts'
import { chosenText, countOfChosen, selectedText, selectionOf } from './chosen-brokers.ts'
import { SuppressionForm } from './SuppressionForm.tsx'
import type { BulkProps } from './use-bulk-write.ts'

const MOST_NAMED = 1000
const TOO_MANY = 'More than 1,000 are ticked one by one: choose all that match instead.'

const actions: readonly { kind: BulkChangeKind; label: string; icon: LucideIcon; action: Action }[] = [
  { kind: 'bdm', label: 'Assign BDM', icon: UserRoundCog, action: 'brokers.write' },
  { kind: 'audience', label: 'Audience', icon: UsersRound, action: 'audiences.write' },
  { kind: 'call_basis', label: 'Call basis', icon: ShieldCheck, action: 'brokers.write' },
  { kind: 'suppression', label: 'Suppress', icon: PhoneOff, action: 'suppressions.add' },
]
const forms: Record<BulkChangeKind, (props: BulkProps) => ReactElement> = {
  bdm: BdmForm,
  audience: AudienceForm,
  call_basis: BasisForm,
  suppression: SuppressionForm,
}

interface BulkActionsProps {
  selection: Selection
  query: BrokerQuery
  /** Of the list. */
  total: Total
  /** Loaded rows of it. */
  loaded: number
  /** Opens a change that was started. */
  onOpen: (id: number) => void
}

/** The bar over the directory while brokers are selected. */
export function BulkActions({
  selection,
  query,
  total: counted,
  loaded,
  onOpen,
}: BulkActionsProps): ReactElement {
  const total = typeof counted === 'number' ? counted : null
  const isPhone = useMediaQuery(PHONE)
  const [form, setForm] = useState<BulkChangeKind | null>(null)
  const { chosen } = selection
  const matching = useMatching(chosen.all && total === null, query) ?? total
  const count = countOfChosen(chosen, matching)
  const tooMany = !chosen.all && chosen.keys.size > MOST_NAMED ? TOO_MANY : null
  const refusals: Partial<Record<Action, string | null>> = {
    'brokers.write': useRefusal('brokers.write'),
    'audiences.write': useRefusal('audiences.write'),
    'suppressions.add': useRefusal('suppressions.add'),
  }
  const undo = useUndo((change) => onOpen(change.id))
  const started = (change: BulkChange): void => {
    setForm(null)
    selection.clear()
    if (change.status !== 'done' || change.refused.length > 0) {
      onOpen(change.id)
      return
    }
    toast({
      title: change.label,
      message: outcomeText(change),
      tone: 'success',
      ...(change.undoable && { action: { label: 'Undo', run: () => undo.start(change.id) } }),
    })
  }
  const save = async (): Promise<void> => {
    const which = chosen.all ? { ...query, except: listed(chosen.except) } : { ids: listed(chosen.keys) }
    try {
      await downloadFile(urlOf(exportBrokers, undefined, { sort: query.sort, ...which }), 'brokers.csv')
    } catch (error) {
      toastError(messageOf(error, 'Failed to export the brokers'))
    }
  }
  const Form = form && forms[form]
  const items = actions.map(({ action, ...each }) => ({ ...each, refusal: refusals[action] ?? tooMany }))
  return (
    <>
      <SelectionBar
        text={selectedText(chosen, count)}
        onClear={selection.clear}
        more={
          !chosen.all &&
          selection.loaded === 'all' &&
          (total === null || total > loaded) && (
            <Button size="sm" variant="ghost" className="text-link" onClick={selection.selectAll}>
              {total === null ? 'Select all that match' : `Select all ${countOf(total, 'broker')}`}
            </Button>
          )
        }
      >
        {isPhone ? (
          <Menu
            trigger={
              <Button size="sm" icon={Ellipsis}>
                Actions
              </Button>
            }
          >
            {items.map(({ kind, label, icon, refusal }) => (
              <MenuItem key={kind} icon={icon} disabledReason={refusal} onSelect={() => setForm(kind)}>
                {label}
              </MenuItem>
            ))}
            <MenuItem icon={Download} disabledReason={tooMany} onSelect={() => void save()}>
              Export selection
            </MenuItem>
          </Menu>
        ) : (
          <>
            {items.map(({ kind, label, icon, refusal }) => (
              <Button
                key={kind}
                variant="ghost"
                icon={icon}
                disabledReason={refusal}
                onClick={() => setForm(kind)}
              >
                {label}
              </Button>
            ))}
            <Button variant="ghost" icon={Download} disabledReason={tooMany} onClick={() => void save()}>
              Export selection
            </Button>
          </>
        )}
      </SelectionBar>
      {Form && (
        <Form
          selection={selectionOf(chosen, query)}
          chosen={chosenText(count)}
          onStarted={started}
          onClose={() => setForm(null)}
        />
      )}
    </>
  )
}

const listed = (keys: ReadonlySet<string>): string | undefined =>
  keys.size > 0 ? [...keys].join(',') : undefined

/** How many brokers match, counted once all of them are selected and the list has no exact total. */
function useMatching(enabled: boolean, { sort: _, ...filters }: BrokerQuery): number | null {
  const { data } = useQuery({
    queryKey: keyOf(countSelection, undefined, filters),
    queryFn: ({ signal }) => call(countSelection, { body: { selection: { filters, except: [] } }, signal }),
    enabled,
  })
  return enabled ? (data?.brokers ?? null) : null
}
