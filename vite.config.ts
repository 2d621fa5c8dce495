import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { pureContract } from './tools/pure-contract.ts'

const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`

type Build = NonNullable<UserConfig['build']>

/**
 * Chunks beside those of the screens. zod reads its setting when the first schema is made, which may be in any chunk, so the two
 * go together. What many screens share would else be some forty files of a few lines, each asked for by itself. Forms and tables
 * stay out of that: they bring libraries of their own, which the first screen does not need.
 */
const chunks = {
  codeSplitting: {
    groups: [
      { name: 'zod', test: /node_modules\/zod\/|web\/lib\/zod-config/, priority: 3 },
      { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 3, priority: 2 },
      {
        name: 'vendor',
        test: /node_modules\/(react|react-dom|scheduler|react-router|@radix-ui|@floating-ui|@tanstack\/(react-)?query(-core)?)\//,
        minShareCount: 6,
        priority: 4,
      },
      {
        name: 'common',
        test: /\/web\/(ui|lib|api)\/(?!.*([Ff]orm|use-edit|[Tt]able|GridRow|charts|kept))/,
        minShareCount: 6,
        priority: 3,
      },
      { name: 'contract', test: /\/contract\//, minShareCount: 8, priority: 2 },
    ],
  },
}

/** `vite build`: the staff console, a page of its own. */
const consoleBuild: Build = {
  outDir: '../dist/web',
  emptyOutDir: true,
  // read by the service worker to keep the console's files for offline use
  manifest: 'files.json',
  rolldownOptions: { input: ['web/index.html'], output: chunks },
}

/** `vite build --mode portal`: the brokers' portal, a page of its own. */
const portalBuild: Build = {
  outDir: '../dist/web',
  emptyOutDir: false,
  copyPublicDir: false,
  manifest: 'portal.json',
  rolldownOptions: { input: ['web/portal.html'], output: chunks },
}

/** `vite build --mode site`: script and style of the public pages. Apart, so that neither audience loads for the other. */
const siteBuild: Build = {
  outDir: '../dist/web',
  emptyOutDir: false,
  copyPublicDir: false,
  // read by the server, which names the files in its pages
  manifest: 'site.json',
  rolldownOptions: { input: ['web/entries/site.tsx'] },
}

const browserBuilds: Record<string, Build> = { site: siteBuild, portal: portalBuild }

/** `vite build --ssr`: the same pages, and the mails, as the server renders them. */
const pagesBuild: Build = {
  outDir: '../dist/pages',
  emptyOutDir: true,
  copyPublicDir: false,
  rolldownOptions: { input: ['web/entries/pages.tsx'] },
}

/** `npm run dev`: the portal's paths get its page, as the server gives it. */
function portalPage(): Plugin {
  return {
    name: 'portal-page',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (/^\/broker-portal([/?]|$)/.test(request.url ?? '')) request.url = '/portal.html'
        next()
      })
    },
  }
}

/** The portal shows its heading before its script runs: the style is fetched first, scripts at low priority. */
function styleFirst(): Plugin {
  return {
    name: 'style-first',
    apply: (_, { mode }) => mode === 'portal',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html
          .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
          .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"'),
    },
  }
}

export default defineConfig(({ isSsrBuild, mode }) => ({
  root: 'web',
  plugins: [react(), tailwind(), pureContract(), portalPage(), styleFirst()],
  // React goes into the server's bundle: it runs without asking node_modules which build is meant, and NODE_ENV
  // is settled here, else both of React's builds would go in
  ssr: { noExternal: true as const },
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': JSON.stringify('production') } } : {}),
  build: isSsrBuild ? pagesBuild : (browserBuilds[mode] ?? consoleBuild),
  server: {
    // the public pages are the server's; /microsites and /brokers/… stay the console's
    proxy: Object.fromEntries(
      [
        '/api',
        '/healthz',
        '/readyz',
        '^/(microsite|s|calendar)/',
        '^/(booking|accreditation|reports)([/?]|$)',
      ].map((path) => [path, api]),
    ),
  },
}))
