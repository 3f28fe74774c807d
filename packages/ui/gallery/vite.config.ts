import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Built outside every folder that the server serves: the gallery is a development tool. */
export default defineConfig({
  root: resolvePath('.'),
  base: './',
  cacheDir: resolvePath('../../../node_modules/.vite-gallery'),
  plugins: [tailwind(), react()],
  build: {
    outDir: resolvePath('../../../node_modules/.kept/gallery'),
    emptyOutDir: true,
    target: 'baseline-widely-available',
  },
  server: { host: '127.0.0.1' },
})
