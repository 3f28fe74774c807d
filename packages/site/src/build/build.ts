/** Writes the site into a folder: pages, style, script, fonts, images, cards, and a manifest for the server. */
import { hash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { renderDocument } from '../layout/document.ts'
import type { Page } from '../page.ts'
import { allPages } from '../pages.ts'
import { openCardMaker } from './card.ts'
import { feed, robots, sitemap } from './feeds.ts'
import { fonts, makeStyle } from './style.ts'

const require = createRequire(import.meta.url)
const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url))

interface BuildOptions {
  folder: string
  /** The bundled browser script; the caller owns the bundler. */
  script: string
  log(message: string): void
}

/** The manifest the server reads: the file of each path. */
interface SiteList {
  /** Unlisted pages are responses that the server sends; no page links to them. */
  pages: { path: string; file: string; unlisted: boolean }[]
  /** Text files in which the server replaces placeholders, as in pages. */
  texts: { path: string; file: string; type: string }[]
}

export function buildPages({ folder, script, log }: BuildOptions): SiteList {
  rmSync(folder, { recursive: true, force: true })
  const write = (path: string, content: string | Uint8Array): void => {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  /** Named by its content hash, so that browsers can cache it forever. */
  const asset = (name: string, extension: string, content: string | Uint8Array): string => {
    const version = hash('sha256', content, 'base64url').slice(0, 10)
    const path = `/site/assets/${name}-${version}.${extension}`
    write(join('files', path), content)
    if (extension !== 'woff2') {
      write(join('files', `${path}.br`), brotliCompressSync(content))
      write(join('files', `${path}.gz`), gzipSync(content, { level: 9 }))
    }
    return path
  }

  const fontPaths = new Map(
    fonts.map((font) => [
      font,
      asset(
        font.file.split('/').at(-1)?.replace('.woff2', '') ?? '',
        'woff2',
        readFileSync(require.resolve(font.file)),
      ),
    ]),
  )
  const style = asset(
    'site',
    'css',
    // Relative to the style, which may be served below a path.
    makeStyle((font) => basename(fontPaths.get(font) ?? '')),
  )
  const theme = asset('theme', 'js', readFileSync(resolvePath('../browser/theme.js'), 'utf8'))
  const icon = readFileSync(resolvePath('../../../web/src/mark.svg'))
  write('files/site/icon.svg', icon)
  cpSync(resolvePath('../../pictures'), join(folder, 'files/site/pictures'), { recursive: true })

  const pages = allPages()
  const cardOf = makeCards(pages, folder, write, log)
  const assets = {
    style,
    theme,
    script: asset('site', 'js', script),
    icon: asset('icon', 'svg', icon),
    fonts: fonts.filter(({ first }) => first).map((font) => fontPaths.get(font) ?? ''),
    card: cardOf,
  }
  for (const page of pages) write(join('pages', fileOf(page.path)), renderDocument(page, assets))
  write('texts/sitemap.xml', sitemap(pages))
  write('texts/robots.txt', robots())
  write('texts/rss.xml', feed(pages))
  const list: SiteList = {
    pages: pages.map(({ path, unlisted = false }) => ({ path, file: `pages/${fileOf(path)}`, unlisted })),
    texts: [
      { path: '/sitemap.xml', file: 'texts/sitemap.xml', type: 'application/xml; charset=utf-8' },
      { path: '/robots.txt', file: 'texts/robots.txt', type: 'text/plain; charset=utf-8' },
      { path: '/blog/rss.xml', file: 'texts/rss.xml', type: 'application/rss+xml; charset=utf-8' },
    ],
  }
  write('site.json', JSON.stringify(list))
  return list
}

function fileOf(path: string): string {
  return path === '/' ? 'index.html' : `${path.slice(1)}.html`
}

function makeCards(
  pages: readonly Page[],
  folder: string,
  write: (path: string, content: Uint8Array) => void,
  log: (message: string) => void,
): (page: Page) => string {
  mkdirSync(folder, { recursive: true })
  const maker = openCardMaker(folder)
  const defaultCard = '/site/cards/kept.png'
  write(join('files', defaultCard), readFileSync(resolvePath('../../card.png')))
  if (!maker) {
    log('Cards for sharing are not drawn on this machine (no @resvg/resvg-js); every page has the same one.')
    return () => defaultCard
  }
  const addresses = new Map<string, string>()
  for (const { path, title, unlisted } of pages) {
    const address = unlisted ? defaultCard : `/site/cards/${fileOf(path).replaceAll('/', '-').replace('.html', '.png')}`
    if (!unlisted) write(join('files', address), maker.render(title))
    addresses.set(path, address)
  }
  rmSync(join(folder, 'fraunces.ttf'), { force: true })
  return ({ path }) => addresses.get(path) ?? defaultCard
}
