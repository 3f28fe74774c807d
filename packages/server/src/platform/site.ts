/**
 * The built site: pages, and files for crawlers. The build left placeholders for values of this installation: its URL,
 * its operator and their address. They are filled in once for each URL, and compressed.
 */
import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { basePathOf, markupBelow } from './base-path.ts'

interface SiteFacts {
  origin: string
  contact: string
  operator: string
}

export interface Site {
  /** Paths of its pages, and of its text files for machines. */
  paths: readonly string[]
  /** The folder of the pages' assets. */
  files: string
  has(path: string): boolean
  /** Content that is read for each request; undefined for static pages. */
  liveParts(path: string): Promise<Record<string, string>> | undefined
  send(request: FastifyRequest, reply: FastifyReply, path: string, options?: SendOptions): FastifyReply
}

interface SendOptions {
  status?: number
  /** Markup for the placeholders of a page: `<!--name-->`. It must be escaped already. */
  parts?: Readonly<Record<string, string>>
}

interface Filled {
  type: string
  text: string
  etag: string
  packed: Map<string, Buffer>
}

/** Stricter than the dashboard's: no inline styles either. */
const policy =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
const html = 'text/html; charset=utf-8'

/** As the build of the site writes it. */
const listSchema = z.object({
  pages: z.array(z.object({ path: z.string(), file: z.string(), unlisted: z.boolean() })),
  texts: z.array(z.object({ path: z.string(), file: z.string(), type: z.string() })),
})

/** Undefined when the site was not built: the dashboard and the API work without it. */
export function openSite(
  factsNow: () => SiteFacts,
  live: Readonly<Record<string, () => Promise<Record<string, string>>>> = {},
  folder = builtSite,
): Site | undefined {
  const listFile = join(folder, 'site.json')
  if (!existsSync(listFile)) return undefined
  const list = listSchema.parse(JSON.parse(readFileSync(listFile, 'utf8')))
  const all = new Map([
    ...list.pages.map(({ path, file }) => [path, { file: join(folder, file), type: html }] as const),
    ...list.texts.map(({ path, file, type }) => [path, { file: join(folder, file), type }] as const),
  ])
  // Responses and errors have a page each, without a path of their own.
  const paths = [...list.pages.filter(({ unlisted }) => !unlisted), ...list.texts].map(({ path }) => path)
  const filled = new Map<string, Filled>()
  let filledFor = ''

  function pageAt(path: string): Filled {
    const facts = factsNow()
    // The URL is certain once the server listens; pages filled before are filled again.
    const key = JSON.stringify(facts)
    if (key !== filledFor) filled.clear()
    filledFor = key
    const cached = filled.get(path)
    if (cached) return cached
    const entry = all.get(path)
    if (!entry) throw new Error(`The site has no page ${path}.`)
    const page = pack(fill(readFileSync(entry.file, 'utf8'), facts), entry.type)
    filled.set(path, page)
    return page
  }

  return {
    paths,
    files: join(folder, 'files'),
    has: (path) => paths.includes(path),
    liveParts: (path) => live[path]?.(),
    send(request, reply, path, { status = 200, parts } = {}) {
      const page = pageAt(path)
      const ready = parts ? pack(withParts(page.text, parts, basePathOf(factsNow().origin)), page.type) : page
      void reply
        .status(status)
        .type(ready.type)
        .header('cache-control', 'no-cache')
        .header('content-security-policy', policy)
        .header('vary', 'accept-encoding, cookie')
      if (status === 200) {
        void reply.header('etag', ready.etag)
        if (request.headers['if-none-match'] === ready.etag) return reply.status(304).send()
      }
      const coding = codingFor(String(request.headers['accept-encoding'] ?? ''))
      if (coding === undefined) return reply.send(ready.text)
      const packed = ready.packed.get(coding) ?? compress(ready.text, coding)
      ready.packed.set(coding, packed)
      return reply.header('content-encoding', coding).send(packed)
    },
  }
}

const builtSite = fileURLToPath(new URL('../../../site/dist/', import.meta.url))

function fill(text: string, { origin, contact, operator }: SiteFacts): string {
  return markupBelow(text, basePathOf(origin))
    .replaceAll('https://origin.kept.invalid', escaped(origin))
    .replaceAll('contact@kept.invalid', escaped(contact))
    .replaceAll('%operator%', escaped(operator))
}

function withParts(text: string, parts: Readonly<Record<string, string>>, basePath: string): string {
  return Object.entries(parts).reduce(
    (all, [name, markup]) => all.replaceAll(`<!--${name}-->`, markupBelow(markup, basePath)),
    text,
  )
}

function pack(text: string, type: string): Filled {
  const etag = `"${hash('sha256', text, 'base64url').slice(0, 20)}"`
  return { text, type, etag, packed: new Map() }
}

function codingFor(accepted: string): 'br' | 'gzip' | undefined {
  return (['br', 'gzip'] as const).find((coding) =>
    new RegExp(`\\b${coding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\b)`).test(accepted),
  )
}

function compress(text: string, coding: 'br' | 'gzip'): Buffer {
  if (coding === 'gzip') return gzipSync(text)
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
