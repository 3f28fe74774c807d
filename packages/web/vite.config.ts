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
  plugins: [tailwind(), react(), head(), unusedSchemas()],
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

/**
 * The nouns of the domain are schemas, and a bundler must keep what it cannot prove free of side effects. A schema has
 * none, so each is marked as such: schemas not used for parsing in the browser are dropped, and zod with them.
 */
function unusedSchemas(): Plugin {
  return {
    name: 'kept-unused-schemas',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!id.startsWith(resolvePath('../domain/src/')) || !code.includes('zod')) return
      const edits = this.parse(code)
        .body.flatMap((node) => (node.type === 'ExportNamedDeclaration' ? [node.declaration] : [node]))
        .flatMap((node) => (node?.type === 'VariableDeclaration' ? node.declarations : []))
        .flatMap(({ init }) => (init?.type === 'CallExpression' ? [[init.start, init.end] as const] : []))
      let marked = code
      for (const [start, end] of edits.toReversed()) {
        marked = `${marked.slice(0, start)}/* @__PURE__ */ (() => ${marked.slice(start, end)})()${marked.slice(end)}`
      }
      return { code: marked, map: null }
    },
  }
}
