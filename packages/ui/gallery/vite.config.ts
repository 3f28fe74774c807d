import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Built outside of every folder that the server hands out: the gallery is for whoever works on Kept. */
export default defineConfig({
  root: here('.'),
  base: './',
  cacheDir: here('../../../node_modules/.vite-gallery'),
  plugins: [tailwind(), react()],
  build: {
    outDir: here('../../../node_modules/.kept/gallery'),
    emptyOutDir: true,
    target: 'baseline-widely-available',
  },
  server: { host: '127.0.0.1' },
})
