/**
 * Which page a browser gets: the site without a session, the dashboard for its own screens, and for signed-in users
 * where both have a page.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { markupBelow } from './base-path.ts'
import type { RequestContext } from './context.ts'
import { escaped, type Site } from './site.ts'

const webFolder = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

interface Pages {
  register(app: FastifyInstance): Promise<void>
  /** Serves a path that nothing else handled; false when it is not for a browser. */
  answerMissing(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
  /** The page for a server error; false when the client does not expect a page. */
  answerBroken(request: FastifyRequest, reply: FastifyReply): boolean
}

interface PageSources {
  site: Site | undefined
  contextOf: (request: FastifyRequest) => Promise<RequestContext>
  /** The path of the public URL; redirects and links go below it. */
  basePath: string
}

export function openPages({ site, contextOf, basePath }: PageSources): Pages {
  const shell = join(webFolder, 'index.html')
  const owned = ownedByWeb()
  const isWebs = (path: string) => owned === undefined || owned.has(firstStep(path))
  const isSignedIn = async (request: FastifyRequest) => (await contextOf(request)).person !== undefined

  const preloads = preloadsOfWeb()
  const sendShell = (reply: FastifyReply, path: string, status = 200) =>
    reply
      .status(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'cookie')
      .send(markupBelow(withPreloads(readFileSync(shell, 'utf8'), preloads[path] ?? []), basePath))

  return {
    async register(app) {
      if (existsSync(shell)) {
        await app.register(fastifyStatic, {
          root: join(webFolder, 'assets'),
          prefix: '/assets/',
          index: false,
          preCompressed: true,
          ...{ maxAge: '365d', immutable: true },
        })
      }
      if (!site) return
      await app.register(fastifyStatic, {
        root: join(site.files, 'site'),
        prefix: '/site/',
        index: false,
        preCompressed: true,
        decorateReply: false,
        cacheControl: false,
        setHeaders: (response, path) =>
          response.header(
            'cache-control',
            path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
          ),
      })
      for (const path of site.paths) {
        // Paths of both: the dashboard with a session, the site's page without.
        const shared = existsSync(shell) && (path === '/' || (owned?.has(firstStep(path)) ?? false))
        app.get(path, async (request, reply) => {
          if (shared && (await isSignedIn(request))) return sendShell(reply, path)
          const parts = await site.liveParts(path)
          return site.send(request, reply, path, parts && { parts })
        })
      }
    },
    async answerMissing(request, reply) {
      if (request.method !== 'GET' || !takesPage(request) || isApi(request.url)) return false
      const path = request.url.split('?')[0] ?? '/'
      const trimmed = path.length > 1 && path.endsWith('/') ? path.replace(/\/+$/, '') : undefined
      if (trimmed && site?.has(trimmed)) {
        await reply.redirect(`${basePath}${trimmed}`, 308)
        return true
      }
      if (existsSync(shell) && isWebs(path)) {
        await sendShell(reply, path)
        return true
      }
      if (!site) return false
      if (existsSync(shell) && (await isSignedIn(request))) await sendShell(reply, path, 404)
      else await site.send(request, reply, '/404', { status: 404 })
      return true
    },
    answerBroken(request, reply) {
      if (!site || request.method !== 'GET' || isApi(request.url)) return false
      if (!String(request.headers.accept ?? '').includes('text/html')) return false
      void site.send(request, reply, '/500', { status: 500, parts: { request: escaped(request.id) } })
      return true
    },
  }
}

/** The first segments of the dashboard's paths, as written by its build; undefined before there was such a list. */
function ownedByWeb(): Set<string> | undefined {
  const file = join(webFolder, 'addresses.json')
  if (!existsSync(file)) return undefined
  return new Set((JSON.parse(readFileSync(file, 'utf8')) as string[]).map(firstStep))
}

/** The scripts of the screen at each path, as written by its build. */
function preloadsOfWeb(): Record<string, string[]> {
  const file = join(webFolder, 'preloads.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** Preloaded with the page, not only after the app has started and determined its screen. */
function withPreloads(html: string, scripts: readonly string[]): string {
  const links = scripts.map((script) => `<link rel="modulepreload" crossorigin href="${script}">`).join('')
  return html.replace('</head>', `${links}</head>`)
}

function firstStep(path: string): string {
  return path.split('/')[1] ?? ''
}

export function isApi(url: string): boolean {
  return url.startsWith('/v1/') || url.startsWith('/api/')
}

/** Browsers accept HTML; other clients accept anything, and a path with a file extension is not a page. */
function takesPage({ url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.[^/]*$/.test(url.split('?')[0] ?? ''))
}
