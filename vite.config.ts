import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`

// One script per audience: the staff console (a page of its own) and the public site, whose pages the server renders
// with the bundle that `vite build --ssr` makes of the same components.
export default defineConfig(({ isSsrBuild }) => ({
  root: 'web',
  plugins: [react(), tailwind()],
  // React goes into the server's bundle: it runs without asking node_modules which build is meant, and NODE_ENV
  // is settled here, else both of React's builds would go in
  ssr: { noExternal: true as const },
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': JSON.stringify('production') } } : {}),
  build: {
    outDir: isSsrBuild ? '../dist/pages' : '../dist/web',
    emptyOutDir: true,
    // read by the service worker to keep the console's files for offline use, and by the server's pages
    manifest: isSsrBuild ? false : 'files.json',
    copyPublicDir: !isSsrBuild,
    rolldownOptions: {
      input: isSsrBuild ? ['web/entries/pages.tsx'] : ['web/index.html', 'web/entries/site.tsx'],
    },
  },
  server: {
    proxy: { '/api': api, '/healthz': api, '/readyz': api },
  },
}))
