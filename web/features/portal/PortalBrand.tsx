import { type ReactElement, useEffect } from 'react'
import { getBrand } from '#contract/system/brand.ts'
import { setServiceName } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { brandCss } from '#web/lib/brand-palette.ts'

/** The colours of the lender, for all of the portal. */
export function BrandColours(): ReactElement | null {
  const { data } = useRead(getBrand)
  useEffect(() => setServiceName(data?.name ?? 'The portal'), [data?.name])
  const css = brandCss(data?.colour ?? null)
  return css ? <style>{css}</style> : null
}

const HEIGHT = 40
const WIDEST = 220
const COMPACT_WIDEST = 120

/** The lender's logo, or its name; `compact` next to a heading. The height is reserved while it loads. */
export function PortalBrand({ compact = false }: { compact?: boolean }): ReactElement {
  const { data } = useRead(getBrand)
  return (
    <span className="inline-flex h-10 min-w-0 shrink-0 items-center">
      {data?.logo ? (
        <Logo logo={data.logo} name={data.name} widest={compact ? COMPACT_WIDEST : WIDEST} />
      ) : compact ? (
        <Initial name={data?.name ?? ''} />
      ) : (
        <span className="truncate text-xl font-semibold tracking-tight">{data?.name}</span>
      )}
    </span>
  )
}

interface LogoProps {
  logo: { path: string; width: number; height: number }
  name: string
  widest: number
}

/** On a white plate in dark mode: logos are designed for white paper. */
function Logo({ logo: { path, width, height }, name, widest }: LogoProps): ReactElement {
  const scale = Math.min(HEIGHT / height, widest / width)
  return (
    <span className="-mx-2 inline-flex rounded-md bg-[light-dark(transparent,#ffffff)] px-2">
      <img
        src={path}
        alt={name}
        width={Math.max(1, Math.round(width * scale))}
        height={Math.max(1, Math.round(height * scale))}
        className="block object-contain"
      />
    </span>
  )
}

function Initial({ name }: { name: string }): ReactElement {
  return (
    <span
      role="img"
      aria-label={name || 'Lender'}
      title={name}
      className="inline-flex size-8 items-center justify-center rounded-lg bg-primary font-semibold text-on-primary"
    >
      {name.charAt(0).toUpperCase()}
    </span>
  )
}
