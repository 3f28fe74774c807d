/**
 * `npm run dev`: the server restarts when its sources change, and Vite serves the dashboard from its sources,
 * passing the API through to the server. One address to open; Ctrl-C ends both.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const port = process.env.KEPT_PORT ?? '4480'
const server = spawn(
  process.execPath,
  [
    '--watch',
    '--watch-preserve-output',
    '--disable-warning=ExperimentalWarning',
    join(root, 'packages/server/src/main.ts'),
  ],
  { stdio: 'inherit', env: { ...process.env, KEPT_PORT: port } },
)

// Read by vite.config.ts, which is loaded below.
process.env.DEV_SERVER_URL = `http://127.0.0.1:${port}`
const { createServer } = await import('vite')
const web = join(root, 'packages/web')
const vite = await createServer({ configFile: join(web, 'vite.config.ts'), root: web, clearScreen: false })
await vite.listen()
console.log(
  `\n  The dashboard as it is typed: ${vite.resolvedUrls?.local[0] ?? ''}\n  The server behind it: http://127.0.0.1:${port}\n`,
)

server.on('exit', (code) => void vite.close().then(() => process.exit(code ?? 0)))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // A terminal's Ctrl-C reaches the server by itself; a plain kill does not. It ends us when it has ended.
  process.on(signal, () => void (signal !== 'SIGINT' && server.kill(signal)))
}
