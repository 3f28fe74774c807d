import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'

const commonChunk = 'common'
const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** Where `npm run dev` runs the server; the pages of Vite pass its API through. */
const server = process.env.DEV_SERVER_URL ?? 'http://127.0.0.1:4480'

export default defineConfig({
  root: resolvePath('.'),
  // Scripts and styles find each other wherever they are served; the server completes the addresses of the page.
  base: './',
  plugins: [tailwind(), react(), head()],
  build: {
    outDir: resolvePath('dist'),
    emptyOutDir: true,
    manifest: true,
    // The page may load from its own address only (CSP), so nothing becomes a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'baseline-widely-available',
    rolldownOptions: {
      output: {
        // What most screens are made of comes as one file beside the shell, not as forty of a kilobyte each.
        codeSplitting: { groups: [{ name: commonChunk, minShareCount: 25, test: isNoChart }] },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(['/api', '/v1', '/health', '/ready'].map((path) => [path, { target: server }])),
  },
})

/** Charts come when one is drawn. */
function isNoChart(id: string): boolean {
  return !/\/ui\/src\/charts\//.test(id)
}

/** The head of the page: the theme before the first paint, and the two fonts the first paint needs. */
function head(): Plugin {
  const boot = resolvePath('src/theme/boot.js')
  let building = false
  return {
    name: 'kept-head',
    configResolved(config) {
      building = config.command === 'build'
    },
    buildStart() {
      if (building) this.emitFile({ type: 'asset', name: 'theme.js', source: readFileSync(boot, 'utf8') })
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        // The page is served at paths of any depth, and its files at one.
        if (page?.type === 'asset') page.source = String(page.source).replaceAll('="./', '="/')
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const files = Object.values(bundle ?? {})
        const find = (name: RegExp) =>
          files.find((file) => file.type === 'asset' && file.names.some((fileName) => name.test(fileName)))?.fileName
        const script = bundle ? find(/^theme\.js$/) : 'src/theme/boot.js'
        if (!script) throw new Error('The theme script is missing from the build.')
        const tags: HtmlTagDescriptor[] = [{ tag: 'script', attrs: { src: `/${script}` }, injectTo: 'head-prepend' }]
        for (const font of [/^inter-latin-wght-normal/, /^fraunces-latin-opsz-normal/]) {
          const file = find(font)
          if (file) {
            const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true }
            tags.push({ tag: 'link', attrs, injectTo: 'head' })
          }
        }
        return tags
      },
    },
  }
}
