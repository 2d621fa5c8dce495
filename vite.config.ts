import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`

// One page per audience: the staff console now; portal.html and site.html join `input` when they come.
export default defineConfig({
  root: 'web',
  plugins: [react(), tailwind()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // read by the service worker to keep the console's files for offline use
    manifest: 'files.json',
    rolldownOptions: { input: { console: 'web/index.html' } },
  },
  server: {
    proxy: { '/api': api, '/healthz': api, '/readyz': api },
  },
})
