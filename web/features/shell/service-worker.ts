/** Makes the console installable and able to open offline; without support or a secure address nothing happens. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  window.addEventListener('load', () => {
    navigator.serviceWorker
      .register('/sw.js')
      .then((registration) => registration.active?.postMessage('refresh-shell'))
      .catch((error: unknown) => console.info('Offline use is not available here.', error))
  })
}
