/** Runs listeners inside the emitter's transaction, in the order they were registered (module order). */
export interface EventBus<Events extends object, C> {
  emit<Name extends keyof Events>(ctx: C, name: Name, payload: Events[Name]): Promise<void>
}

/** Listeners of one module. They write rows and enqueue jobs; they never call out. */
export type Listeners<Events extends object, C> = {
  [Name in keyof Events]?: (ctx: C, payload: Events[Name]) => Promise<void>
}

export function createBus<Events extends object, C>(
  modules: readonly Listeners<Events, C>[],
): EventBus<Events, C> {
  return {
    async emit(ctx, name, payload) {
      for (const listeners of modules) await listeners[name]?.(ctx, payload)
    },
  }
}
