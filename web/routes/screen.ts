import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'

/** A screen whose script is fetched when it is first opened. */
export function screen(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, lazy: async () => ({ Component: await load() }) }
}
