import { Check, Copy } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { copyText } from '#web/lib/copy.ts'
import { Button } from './Button.tsx'
import { controlClass, readOnlyClass } from './controls.ts'
import { cx } from './cx.ts'
import { Field } from './Field.tsx'
import { Input } from './TextField.tsx'
import { toastError } from './toast.ts'

const SHOWN_MS = 2000

interface CopyFieldProps {
  label: string
  /** The text shown and copied. */
  value: string
  help?: ReactNode
  /** Wraps the text instead of cutting it off. */
  wrap?: boolean
  /** Next to the copy button. */
  children?: ReactNode
}

/** A text to copy, e.g. a link or a key. */
export function CopyField({ label, value, help, wrap, children }: CopyFieldProps): ReactElement {
  const [copied, setCopied] = useState<string | null>(null)
  useEffect(() => {
    if (copied === null) return
    const timer = window.setTimeout(() => setCopied(null), SHOWN_MS)
    return () => window.clearTimeout(timer)
  }, [copied])
  const isCopied = copied === value
  const copy = async (): Promise<void> => {
    if (await copyText(value)) setCopied(value)
    else toastError('The browser does not allow copying. Select the text and copy it yourself.')
  }
  return (
    <Field label={label} help={help}>
      {(aria) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className={cx('flex', wrap ? 'w-full' : 'min-w-40 flex-1')}>
            {wrap ? (
              <textarea
                {...aria}
                readOnly
                rows={2}
                value={value}
                onFocus={(event) => event.currentTarget.select()}
                className={cx(
                  controlClass,
                  readOnlyClass,
                  'field-sizing-content resize-none py-1.5 break-all',
                )}
              />
            ) : (
              <Input {...aria} readOnly value={value} onFocus={(event) => event.currentTarget.select()} />
            )}
          </span>
          <Button icon={isCopied ? Check : Copy} onClick={() => void copy()} className="max-md:h-11">
            {isCopied ? 'Copied' : 'Copy'}
            <span className="sr-only"> {label}</span>
          </Button>
          <span role="status" className="sr-only">
            {isCopied ? `${label} copied` : ''}
          </span>
          {children}
        </span>
      )}
    </Field>
  )
}
