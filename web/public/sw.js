// Keeps the console's own files, so that it opens without a network and says so. Data is never kept.
const CACHE = 'brokerline-shell-1'
const SHELL = '/dashboard'
const PUBLIC_PAGES = /^\/(microsite|accreditation|booking|broker-portal|api)(\/|$)/

async function keepShell() {
  const cache = await caches.open(CACHE)
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
  for (const request of await cache.keys()) {
    const path = new URL(request.url).pathname
    if (!wanted.has(path)) await cache.delete(request)
    // hashed names never change, so what is kept stays good
    else if (path.startsWith('/assets/')) wanted.delete(path)
  }
  await cache.addAll([...wanted])
}

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name)
    await self.clients.claim()
  }
  event.waitUntil(clean())
})

// the page says when a new version was loaded over the network
self.addEventListener('message', (event) => {
  if (event.data === 'refresh-shell') event.waitUntil(keepShell().catch(() => undefined))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (PUBLIC_PAGES.test(url.pathname)) return
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => caches.match(SHELL)))
    return
  }
  if (url.pathname.startsWith('/assets/')) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
    return
  }
  event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()))
})
