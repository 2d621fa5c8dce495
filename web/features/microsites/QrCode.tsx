import { Download } from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
import { saveBlob } from '#web/lib/download.ts'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { toastError } from '#web/ui/toast.ts'

interface QrCodeProps {
  url: string
  /** Of the files, without ending. */
  name: string
}

const PNG_WIDTH = 1024
// always dark on white with the quiet zone that scanners need, whatever the theme
const look = { errorCorrectionLevel: 'M', margin: 4 } as const

/** The QR code of an address, on screen and as a download. */
export function QrCode({ url, name }: QrCodeProps): ReactElement {
  const drawn = useDrawn(url)
  const svg = drawn?.svg ?? null
  const download = async (): Promise<void> => {
    const { toCanvas } = (await import('qrcode')).default
    const canvas = document.createElement('canvas')
    await toCanvas(canvas, url, { ...look, width: PNG_WIDTH })
    const image = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
    if (!image) throw new Error('the canvas gave no image')
    saveBlob(image, `${name}-qr.png`)
  }
  return (
    <section aria-label="QR code" className="flex flex-col items-center gap-3">
      <div className="flex aspect-square w-full max-w-60 items-center justify-center overflow-hidden rounded-lg border border-line bg-[#fff]">
        {svg && (
          <img
            src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
            alt={`QR code that opens ${url}`}
            className="size-full"
          />
        )}
        {drawn && !svg && (
          <p role="status" className="p-4 text-center text-[#1f1d1b]">
            The link is too long for a QR code. Shorten its tags.
          </p>
        )}
        {!drawn && <Skeleton className="size-full" />}
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          icon={Download}
          disabled={!svg}
          onClick={() => svg && saveBlob(new Blob([svg], { type: 'image/svg+xml' }), `${name}-qr.svg`)}
        >
          SVG
          <span className="sr-only"> of the QR code</span>
        </Button>
        <Button
          icon={Download}
          disabled={!svg}
          onClick={() => void download().catch(() => toastError('Failed to make the PNG file'))}
        >
          PNG
          <span className="sr-only"> of the QR code</span>
        </Button>
      </div>
    </section>
  )
}

/** null: not drawn yet; `svg` null: too long to draw. The library is fetched when the first code is drawn. */
function useDrawn(url: string): { svg: string | null } | null {
  const [drawn, setDrawn] = useState<{ svg: string | null } | null>(null)
  useEffect(() => {
    let isCurrent = true
    const draw = async (): Promise<string> =>
      (await import('qrcode')).default.toString(url, { ...look, type: 'svg' })
    draw()
      .catch(() => null)
      .then((svg) => isCurrent && setDrawn({ svg }))
    return () => {
      isCurrent = false
    }
  }, [url])
  return drawn
}
