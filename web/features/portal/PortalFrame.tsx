import { type ReactElement, useLayoutEffect } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { DemoBanner } from '#web/features/shell/DemoBanner.tsx'
import { useLeaveBlocker } from '#web/lib/use-leave-guard.ts'
import { OfflineBanner } from '#web/ui/OfflineBanner.tsx'
import { BrandColours } from './PortalBrand.tsx'

/** The frame around every page of the portal. */
export function PortalFrame(): ReactElement {
  useLeaveBlocker()
  // before the pages below, which may have another one
  useLayoutEffect(() => {
    document.title = 'Broker Portal'
  }, [])
  return (
    <>
      <BrandColours />
      <OfflineBanner />
      <DemoBanner />
      <Outlet />
      {/* tabs are parts of one page: a change of the query keeps the place */}
      <ScrollRestoration getKey={({ pathname }) => pathname} />
    </>
  )
}
