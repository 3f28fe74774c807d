/**
 * `npm run gallery`: every control and chart in every state, served as it is typed. `npm run gallery -- --build` builds
 * it into node_modules/.kept/gallery, outside of everything the server hands out.
 */
import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const configFile = join(root, 'packages/ui/gallery/vite.config.ts')
const built = join(root, 'node_modules/.kept/gallery')
/** In the order of the page. */
export const galleryParts = 'brand actions fields choices messages floats table bars lines small'.split(' ')

export async function buildGallery(): Promise<void> {
  const { build } = await import('vite')
  await build({ configFile, logLevel: 'warn' })
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

/** What was built, on a port the system chose. */
export async function serveGallery(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer(({ url = '/' }, answer) => {
    const path = normalize(new URL(url, 'http://gallery').pathname)
    const file = join(built, path === '/' ? 'index.html' : path)
    if (!file.startsWith(built) || !existsSync(file)) {
      answer.writeHead(404).end()
      return
    }
    answer.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, stop }
}

if (import.meta.main) {
  if (process.argv.includes('--build')) {
    await buildGallery()
    console.log(`The gallery is built in ${built}`)
  } else {
    const { createServer: createVite } = await import('vite')
    const vite = await createVite({ configFile, clearScreen: false })
    await vite.listen()
    console.log(`\n  The gallery as it is typed: ${vite.resolvedUrls?.local[0] ?? ''}\n`)
  }
}
