// Caches the console's own files, so that it opens offline, and one page that replaces any other page offline. Data is never
// cached. There is one worker for all pages: a scope is a prefix, and `/booking` would include the console's `/bookings`.
const SHELL_CACHE = 'brokerline-shell-1'
const OFFLINE_CACHE = 'brokerline-offline-1'
const SHELL = '/dashboard'
const OFFLINE = '/offline'
const PUBLIC_PAGES = /^\/(microsite|s|accreditation|booking|broker-portal|calendar|reports|offline)(\/|$)/
/** Their content never changes: a hash is part of the address. */
const HASHED = /^\/(assets|api\/brand\/logo)\//

/** Updates a cache to exactly these paths. */
async function keep(cache, paths) {
  const missing = new Set(paths)
  const outdated = []
  for (const request of await cache.keys()) {
    const path = new URL(request.url).pathname
    if (!paths.has(path)) outdated.push(request)
    else if (HASHED.test(path)) missing.delete(path)
  }
  await cache.addAll([...missing])
  for (const request of outdated) await cache.delete(request)
}

async function keepShell() {
  const files = await fetch('/files.json').then((response) => response.json())
  const wanted = new Set([SHELL, '/theme.js', '/icon.svg', '/app.webmanifest'])
  const visit = (name) => {
    const entry = files[name]
    if (!entry || wanted.has(`/${entry.file}`)) return
    wanted.add(`/${entry.file}`)
    for (const style of entry.css ?? []) wanted.add(`/${style}`)
    for (const next of [...(entry.imports ?? []), ...(entry.dynamicImports ?? [])]) visit(next)
  }
  visit('index.html')
  await keep(await caches.open(SHELL_CACHE), wanted)
}

/** The page names its own files: font, icon, logo and script. */
async function keepOfflinePage() {
  const html = await fetch(OFFLINE).then((response) => (response.ok ? response.text() : Promise.reject()))
  const files = [...html.matchAll(/<(?:link|img|script) (?:[^>]* )?(?:href|src)="(\/[^"]+)"/g)]
  await keep(await caches.open(OFFLINE_CACHE), new Set([OFFLINE, ...files.map(([, path]) => path)]))
}

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  const clean = async () => {
    const current = [SHELL_CACHE, OFFLINE_CACHE]
    for (const name of await caches.keys()) if (!current.includes(name)) await caches.delete(name)
    await self.clients.claim()
  }
  event.waitUntil(clean())
})

// sent by a page that was loaded over the network; only the console needs the console's files
self.addEventListener('message', (event) => {
  const refreshes = [keepOfflinePage]
  if (event.data === 'refresh-shell') refreshes.push(keepShell)
  event.waitUntil(Promise.allSettled(refreshes.map((refresh) => refresh())))
})

async function openOffline(path) {
  const isPublic = PUBLIC_PAGES.test(path)
  return (!isPublic && (await caches.match(SHELL))) || (await caches.match(OFFLINE)) || Response.error()
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (HASHED.test(pathname)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
    return
  }
  if (/^\/api(\/|$)/.test(pathname)) return
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => openOffline(pathname)))
    return
  }
  event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()))
})

// names no person: the message crosses a push service and may show on a lock screen
self.addEventListener('push', (event) => {
  const { title = 'Brokerline', body = '', path = '/tasks', tag } = event.data ? event.data.json() : {}
  const options = { body, tag, icon: '/icon-192.png', data: { path } }
  event.waitUntil(self.registration.showNotification(title, options))
})

// a window of its own, so that no form that is open elsewhere is left
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = new URL(event.notification.data?.path ?? '/tasks', self.location.origin)
  if (url.origin === self.location.origin) event.waitUntil(self.clients.openWindow(url.href))
})
