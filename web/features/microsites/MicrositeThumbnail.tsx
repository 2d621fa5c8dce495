import type { ReactElement } from 'react'
import type { Microsite } from '#contract/microsites/microsites.ts'
import { getBrand } from '#contract/system/brand.ts'
import { useRead } from '#web/api/use-read.ts'
import { shownPalette } from '#web/lib/brand-palette.ts'
import { formatRate } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'

/**
 * The page's first screen in small: title, rate and the lender's colours. Decoration: the card has the same content as
 * text.
 */
export function MicrositeThumbnail({ microsite }: { microsite: Microsite }): ReactElement {
  const { data } = useRead(getBrand)
  const { light } = shownPalette(data?.colour ?? null)
  const { content, campaign, active } = microsite
  return (
    <div
      aria-hidden
      className={cx(
        'grid h-28 grid-cols-[3fr_2fr] overflow-clip rounded-md border border-line text-[0.625rem] leading-tight',
        !active && 'opacity-50 grayscale',
      )}
      style={{ background: '#ffffff', color: '#1f1d1b' }}
    >
      <div className="flex min-w-0 flex-col gap-1.5 p-3">
        <span className="line-clamp-2 text-xs leading-tight font-semibold break-words">
          {content.heroTitle}
        </span>
        <span className="line-clamp-2 break-words opacity-70">{content.heroSubtitle}</span>
        <span className="mt-auto flex gap-1">
          <span
            className="truncate rounded-sm px-1.5 py-0.5 font-semibold"
            style={{ background: light.primary, color: light.onPrimary }}
          >
            {content.ctaButtonText}
          </span>
        </span>
      </div>
      <div
        className="flex min-w-0 flex-col justify-center gap-1 p-3"
        style={{ background: light.band, color: '#ffffff' }}
      >
        {campaign?.rate ? (
          <>
            <span style={{ color: light.onBandSoft }}>Interest rate</span>
            <span className="tabular text-base leading-none font-semibold">
              {formatRate(campaign.rate, '')}
            </span>
            <span className="truncate" style={{ color: light.onBandSoft }}>
              {campaign.rateType}
            </span>
          </>
        ) : (
          <span className="line-clamp-3 font-semibold break-words">{content.productName}</span>
        )}
      </div>
    </div>
  )
}
