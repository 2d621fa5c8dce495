import type { ReactElement } from 'react'

interface BrandLogoProps {
  logo: { path: string; width: number; height: number }
  /** The lender's name: alternative text of the logo. */
  name: string
}

const HEIGHT = 40
const WIDEST = 220

/**
 * The lender's logo, on a white plate in dark mode, because logos are designed for white paper. Its space is reserved
 * while it loads.
 */
export function BrandLogo({ logo: { path, width, height }, name }: BrandLogoProps): ReactElement {
  const scale = Math.min(HEIGHT / height, WIDEST / width)
  return (
    <span className="-mx-2 inline-flex shrink-0 rounded-md px-2 bg-[light-dark(transparent,#ffffff)] py-1">
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
