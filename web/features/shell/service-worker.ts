import { whenIdle } from '#web/lib/when-idle.ts'

/**
 * Makes the console installable and able to open offline; without support or a secure address nothing happens. Fetching
 * all files for that waits until the screen is rendered.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  const register = (): void => {
    navigator.serviceWorker
      .register('/sw.js')
      .then((registration) => registration.active?.postMessage('refresh-shell'))
      .catch((error: unknown) => console.info('Offline use is not available here.', error))
  }
  window.addEventListener('load', () => void whenIdle(register))
}
