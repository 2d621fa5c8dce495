/** Shared style of text and choice controls. 16 px on a phone: smaller makes iOS zoom in. */
export const controlClass =
  'w-full rounded-lg border border-line-strong bg-surface px-2.5 text-base text-ink transition-colors md:text-sm ' +
  'hover:border-ink-soft focus-visible:border-focus focus-visible:outline-1 focus-visible:-outline-offset-1 ' +
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-faint ' +
  'aria-invalid:border-red aria-invalid:focus-visible:outline-red'

export const controlHeight = 'h-11 md:h-(--bl-control)'

/** A value that cannot be changed here; not for selects and buttons, which count as read-only in CSS. */
export const readOnlyClass = 'read-only:border-line read-only:bg-sunken'
