import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { listRecordChanges } from '#contract/accounts/record-changes.ts'
import { type ChangedMeanwhile, type Edits, type RecordChange, versionOf } from '#contract/edits.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { keyOf } from '#web/api/topics.ts'
import { isSame, type MergedField, mergeEdit } from './merge-edit.ts'
import type { KeptState } from './use-kept-draft.ts'
import { showValues } from './use-saved-form.ts'

type Values = Record<string, unknown>

/** The form interface that an edit uses. */
export interface EditedForm<V extends object> {
  values: () => V
  /** Shows `next`; differences from `saved` count as typed. */
  show: (next: V, saved: V) => void
  /** Its values are no text that a person types, so no draft is made of them. */
  isShownOnly?: true
}

/** Changes of the record while the form was open. */
export interface Meanwhile {
  /** The person who changed or deleted it, and when; null: no such entry was found. */
  change: RecordChange | null
  /** null: the record has been deleted. */
  fields: MergedField[] | null
  /** The form's values, where the record has been deleted. */
  typed: Values
  /** The change arrived while the form was open, and no save was refused because of it. */
  isQuiet: boolean
  /** A restored draft is older than a change of the record; nothing was refused. */
  isDraft?: true
}

/** The part of an edit that the shared forms and writes use. */
export interface Edit {
  /**
   * Name of the draft, e.g. 'PATCH /api/campaigns/:id 7': one for all screens that edit the record by this endpoint.
   * Null: the form creates a record.
   */
  draftName: string | null
  /** The form's values and its record, for the draft; null: none, or the form creates a record. */
  kept: KeptState | null
  /** Sent with the save. */
  version: () => string | undefined
  /** Merges the changes in a refusal into the form; false: the save was refused for another reason. */
  takeRefusal: (error: Error) => boolean
  takeSaved: (record: unknown) => void
  meanwhile: Meanwhile | null
  /** Another user has just changed it, and the form has unsaved changes: their changes are merged on request. */
  waiting: { change: RecordChange | null; bringIn: () => void } | null
  choose: (name: string, value: unknown) => void
  dismiss: () => void
}

interface EditOptions<Rec, V extends object> {
  /** The present record; null: the form creates one. */
  record: Rec | null
  /** The form's values for a record. */
  toForm: (record: Rec) => V
}

/**
 * Protects a form against concurrent saves of the same record: it sends the version at opening, merges changes by other
 * users, and lets the user decide about fields that both changed. No input is lost.
 */
export function useEdit<Rec, V extends object>(
  endpoint: Endpoint,
  form: EditedForm<V>,
  { record, toForm }: EditOptions<Rec, V>,
): Edit {
  const { edits } = endpoint
  if (!edits) throw new Error(`${endpoint.path} says nothing of what it edits`)
  const [opened, setOpened] = useState(record)
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  // the live stream delivers the user's own save too, at times before the response
  const isSaving = useRef(false)
  const now = record === null ? null : versionOf(edits, record)
  const read = useRef(now)
  useEffect(() => {
    read.current = now
  }, [now])
  // After a save or a refusal the record that was read is the older one until the next read: no change by somebody else.
  const [outdated, setOutdated] = useState<string | null>(null)
  if (outdated !== null && now !== outdated) setOutdated(null)
  const isElsewhere =
    now !== null &&
    opened !== null &&
    now !== versionOf(edits, opened) &&
    now !== outdated &&
    !isSaving.current
  // brokers in their portal may not read the names
  const latest = useLatestChange(edits, record, isElsewhere && endpoint.access !== 'broker' ? now : null)

  const bringIn = (current: Rec, change: RecordChange | null, isQuiet: boolean): void => {
    if (opened === null) return
    const theirs = toForm(current)
    const { values, fields } = mergeEdit(toForm(opened) as Values, theirs as Values, form.values() as Values)
    form.show(values as V, theirs) // of the same fields
    setOpened(current)
    setMeanwhile({ change, fields, typed: {}, isQuiet })
  }

  const isClean = isElsewhere && isUntouched(toForm(opened), form.values())
  // an untouched form simply follows the record
  useEffect(() => {
    if (isClean && record !== null && (latest !== undefined || endpoint.access === 'broker'))
      bringIn(record, latest ?? null, true)
  })

  /** Fields that changed after the draft was typed are for the person to decide. */
  const restore: KeptState['restore'] = ({ values: typed, before }) => {
    if (opened === null) return
    const theirs = toForm(opened) as Values
    const { values, fields } = mergeEdit({ ...theirs, ...before }, theirs, { ...theirs, ...typed })
    form.show(values as V, theirs as V) // of the same fields
    const both = fields.filter(({ isBoth }) => isBoth)
    if (both.length > 0)
      setMeanwhile({ change: null, fields: both, typed: {}, isQuiet: false, isDraft: true })
  }

  return {
    draftName: opened === null ? null : `${endpoint.method} ${endpoint.path} ${idOf(record) ?? ''}`.trim(),
    kept:
      opened === null || form.isShownOnly
        ? null
        : {
            values: () => form.values() as Values,
            record: () => toForm(opened) as Values,
            restore,
          },
    version: () => {
      isSaving.current = true
      return opened === null ? undefined : versionOf(edits, opened)
    },
    takeRefusal: (error) => {
      isSaving.current = false
      const changed = error instanceof ApiError ? error.changed : null
      if (!changed) return false
      takeChanged(changed)
      return true
    },
    takeSaved: (saved) => {
      isSaving.current = false
      if (opened !== null && typeof saved === 'object' && saved !== null) {
        setOpened(saved as Rec)
        setOutdated(read.current)
      }
      setMeanwhile(null)
    },
    // a user's own change in another window needs no notice while nothing was refused
    meanwhile: meanwhile?.isQuiet && meanwhile.change?.own ? null : meanwhile,
    waiting:
      isElsewhere && !isClean && record !== null
        ? { change: latest ?? null, bringIn: () => bringIn(record, latest ?? null, true) }
        : null,
    choose: (name, value) => {
      const values = { ...form.values(), [name]: value }
      if (opened !== null) form.show(values, toForm(opened))
    },
    dismiss: () => setMeanwhile(null),
  }

  function takeChanged({ current, changes }: ChangedMeanwhile): void {
    const [last = null] = changes
    if (current === null) {
      setMeanwhile({ change: last, fields: null, typed: { ...(form.values() as Values) }, isQuiet: false })
      return
    }
    // the server returns the same record type as the screens read, by the same contract
    bringIn(current as Rec, last, false)
    setOutdated(read.current)
  }
}

/** The author of the last change, fetched when the record differs from the form's; undefined while it loads. */
function useLatestChange(
  edits: Edits,
  record: unknown,
  version: string | null,
): RecordChange | null | undefined {
  const id = idOf(record)
  const query = { subject: edits.subject, ...(id !== null && { id }) }
  const { data, isError } = useQuery({
    queryKey: [...keyOf(listRecordChanges, undefined, query), version],
    queryFn: async ({ signal }) => {
      const [last = null] = await call(listRecordChanges, { query, signal })
      return last
    },
    enabled: version !== null,
  })
  return isError ? null : data
}

function idOf(record: unknown): number | null {
  const { id } = Object(record) as { id?: unknown } // null and lists have none
  return typeof id === 'number' ? id : null
}

const isUntouched = (opened: object, values: object): boolean =>
  Object.entries(opened).every(([name, value]) => isSame(value, (values as Values)[name]))

/** `useEdit` for a form of react-hook-form. */
export function useFormEdit<Rec, V extends FieldValues, C, T>(
  endpoint: Endpoint,
  form: UseFormReturn<V, C, T>,
  options: EditOptions<Rec, V>,
): Edit {
  return useEdit<Rec, V>(
    endpoint,
    {
      values: () => form.getValues(),
      show: (next, saved) => showValues(form, next, saved),
    },
    options,
  )
}
