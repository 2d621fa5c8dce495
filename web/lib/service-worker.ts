import { whenIdle } from './when-idle.ts'

/**
 * Registers the service worker: the console becomes installable and opens offline, and public pages get an offline page.
 * Without support, permission or a secure address nothing changes. It starts when the page is idle, because it fetches files.
 * @param refresh the files that the worker fetches again after this visit
 */
export function registerServiceWorker(refresh: 'refresh-shell' | 'refresh-offline'): void {
  if (!('serviceWorker' in navigator)) return
  const register = async (): Promise<void> => {
    try {
      await navigator.serviceWorker.register('/sw.js')
      const { active } = await navigator.serviceWorker.ready
      active?.postMessage(refresh)
    } catch (error) {
      console.info('Offline use is not available here.', error)
    }
  }
  window.addEventListener('load', () => void whenIdle(() => void register()))
}
