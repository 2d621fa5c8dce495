import { Upload } from 'lucide-react'
import { type ReactElement, useRef, useState } from 'react'
import { type Brand, logoTypes, MAX_LOGO_BYTES, uploadLogo } from '#contract/system/brand.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { useFieldAria } from '#web/lib/use-field-aria.ts'
import { Button } from '#web/ui/Button.tsx'
import { FieldNote } from '#web/ui/Field.tsx'
import { toastSuccess } from '#web/ui/toast.ts'

const TOO_LARGE = 'File size must be less than 1MB'
const HELP = 'PNG, JPEG or WebP, up to 1 MB. A PNG shows in every email program.'

/** Uploads a logo, and shows at the field why one is refused. */
export function LogoUpload({ brand, refusal }: { brand: Brand; refusal: string | null }): ReactElement {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { control, noteId } = useFieldAria({ help: HELP, error: problem ?? undefined })
  const send = useWrite(uploadLogo, {
    refresh: ['brand'],
    onSuccess: () => toastSuccess('Logo saved'),
    onError: (error) =>
      setProblem(
        (error instanceof ApiError && error.fields.logo) || messageOf(error, 'Failed to save the logo'),
      ),
  })
  const take = (file: File | undefined): void => {
    if (!file) return
    setProblem(null)
    // checked before the upload: the server would refuse the file only after it was sent
    if (file.size > MAX_LOGO_BYTES) {
      setProblem(TOO_LARGE)
      return
    }
    const body = new FormData()
    body.append('logo', file)
    send.mutate({ body })
  }
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={control.id} className="text-sm font-medium">
        Logo
      </label>
      <div className="flex items-center gap-3">
        <input
          ref={input}
          {...control}
          type="file"
          accept={logoTypes.join(',')}
          disabled={refusal !== null}
          className="sr-only"
          onChange={(event) => {
            take(event.target.files?.[0])
            // the same file again, mended, is a change too
            event.target.value = ''
          }}
        />
        <Button
          icon={Upload}
          disabledReason={refusal}
          pending={send.isPending}
          pendingText="Uploading..."
          onClick={() => input.current?.click()}
        >
          {brand.logo ? 'Replace logo' : 'Choose a logo'}
        </Button>
      </div>
      <FieldNote id={noteId} error={problem ?? undefined} help={HELP} />
    </div>
  )
}
