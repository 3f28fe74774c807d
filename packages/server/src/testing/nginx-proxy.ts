/** For tests: Debian's nginx with the configuration of `deploy/nginx`, where it is installed. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { BalancingProxy } from './balancing-proxy.ts'
import { freePort } from './free-port.ts'

const program = '/usr/sbin/nginx'
export const hasNginx = existsSync(program)
const shipped = new URL('../../../../deploy/nginx/kept.conf', import.meta.url)
/** Tells which configuration the workers have taken. */
const generationPath = '/nginx-generation'

interface NginxOptions {
  /** With a certificate of its own. */
  tls?: boolean
}

/** Starts nginx on a free port. Kepts are added to it by a reload, as an operator would. */
export async function startNginx({ tls = false }: NginxOptions = {}): Promise<BalancingProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'kept-nginx-'))
  const port = await freePort()
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`
  if (tls) writeCertificate(folder)
  const targets = new Set<string>()
  let generation = 0
  const write = () => writeFileSync(join(folder, 'nginx.conf'), render({ folder, port, tls, targets, generation }))
  write()
  const nginx = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const isTaken = async () => {
    for (let tries = 0; tries < 600; tries += 1) {
      if (nginx.exitCode !== null) throw new Error('nginx ended')
      if ((await readGeneration(url)) === generation) return
      await wait(50)
    }
    throw new Error('nginx did not take its configuration')
  }
  await isTaken()
  const change = async (work: () => void) => {
    work()
    generation += 1
    write()
    nginx.kill('SIGHUP')
    await isTaken()
  }
  return {
    url,
    add: (target) => change(() => targets.add(target)),
    remove: (target) => change(() => targets.delete(target)),
    async close() {
      const exited = once(nginx, 'exit')
      nginx.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function readGeneration(url: string): Promise<number | undefined> {
  const answer = await fetch(`${url}${generationPath}`).catch(() => undefined)
  return answer === undefined ? undefined : Number(await answer.text())
}

function render(parts: {
  folder: string
  port: number
  tls: boolean
  targets: ReadonlySet<string>
  generation: number
}): string {
  const { folder, port, tls, targets, generation } = parts
  // An upstream must name a server; nothing listens on port 1.
  const addresses = targets.size === 0 ? ['127.0.0.1:1'] : [...targets].map((target) => new URL(target).host)
  const servers = addresses.map((address) => `server ${address} max_fails=1 fail_timeout=5s;`).join(' ')
  const site = readFileSync(shipped, 'utf8')
    .replace(/server 127\.0\.0\.1:4480 [^;]*;/, servers)
    .replace(
      'listen 443 ssl;',
      `listen 127.0.0.1:${port}${tls ? ' ssl' : ''}; location = ${generationPath} { return 200 ${generation}; }`,
    )
    .replace('/etc/ssl/certs/kept.pem', join(folder, 'kept.pem'))
    .replace('/etc/ssl/private/kept.key', join(folder, 'kept.key'))
  const withoutTls = site.replace(/^ *ssl_.*\n/gm, '')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n')
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
error_log ${join(folder, 'error.log')};
pid ${join(folder, 'nginx.pid')};
events {}
http {
access_log off;
${temporary}
${tls ? site : withoutTls}
}
`
}

/** This process trusts it from then on. */
function writeCertificate(folder: string): void {
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'],
      ...['-keyout', join(folder, 'kept.key'), '-out', join(folder, 'kept.pem')],
    ],
    { stdio: 'ignore' },
  )
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(join(folder, 'kept.pem'), 'utf8')])
}
