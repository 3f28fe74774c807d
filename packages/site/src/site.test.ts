/** Tests every page of the site as text: links, headings, descriptions, size. */
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { feed, robots, sitemap } from './build/feeds.ts'
import { fonts, makeStyle } from './build/style.ts'
import { renderDocument } from './layout/document.ts'
import { placeholders } from './page.ts'
import { allPages } from './pages.ts'

const assets = {
  style: '/site/assets/site.css',
  script: '/site/assets/site.js',
  theme: '/site/assets/theme.js',
  icon: '/site/icon.svg',
  fonts: [],
  card: () => '/site/cards/kept.png',
}
const pages = allPages().map((page) => ({ ...page, text: renderDocument(page, assets) }))
const listed = pages.filter(({ unlisted }) => !unlisted)
const style = makeStyle(({ file }) => `/site/assets/${file.split('/').at(-1)}`)

/** Paths outside the site: the dashboard's sign-in, the server's own, files of the build. */
const externalPaths = /^\/(auth\/(login|signup)|ready|blog\/rss\.xml|site\/(icon\.svg|assets\/|pictures\/|cards\/))/

function idsIn(text: string): Set<string> {
  return new Set([...text.matchAll(/\bid="([^"]+)"/g)].map(([, id = '']) => id))
}

test('links lead to existing pages and anchors', () => {
  const ids = new Map(pages.map(({ path, text }) => [path as string, idsIn(text)]))
  const dead = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:href|action)="([^"]*)"/g)].flatMap(([, address = '']) => {
      if (/^(https?:|mailto:)/.test(address)) return []
      const [target = '', part] = address.split('#')
      const [page = ''] = (target === '' ? path : target).split('?')
      if (externalPaths.test(page) || page === '/newsletter') return []
      const pageIds = ids.get(page)
      if (!pageIds) return [`${path} links to ${address}, which does not exist`]
      return part && !pageIds.has(part) ? [`${path} links to ${address}, which has no such anchor`] : []
    }),
  )
  expect(dead).toEqual([])
})

test('has every path of the specification', () => {
  const expectedPaths =
    '/ /features /features/multi-cloud /features/cost-optimization /features/analytics /features/security /features/collaboration /features/automation /pricing /about /resources /contact /docs /integrations /changelog /careers /press /partners /blog /case-studies /help /community /status /privacy /terms /security /compliance /cookies'
  const have = new Set<string>(pages.map(({ path }) => path))
  expect(expectedPaths.split(' ').filter((path) => !have.has(path))).toEqual([])
})

test('every page has the sign-in texts of the specification', () => {
  for (const { path, text } of pages) {
    expect(text, path).toContain('href="/auth/login">Sign In</a>')
    expect(text, path).toContain('href="/auth/signup">Get Started</a>')
    expect(text, path).toContain('>Subscribe</button>')
    expect(text, path).toContain(`href="mailto:${placeholders.contact}"`)
  }
})

describe.each(pages)('$path', ({ path, text, title, description, unlisted }) => {
  test('has one h1 and skips no heading level', () => {
    const levels = [...text.matchAll(/<h([1-6])\b/g)].map(([, level]) => Number(level))
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
    const within = [...main.matchAll(/<h([1-6])\b/g)].map(([, level]) => Number(level))
    within.forEach((level, index) => {
      expect(level, `heading ${index + 1}`).toBeLessThanOrEqual((within[index - 1] ?? 0) + 1)
    })
  })

  test('has no inline script and no inline style', () => {
    expect(text).not.toMatch(/<style|\sstyle="|\son\w+="|javascript:/)
    for (const [, attributes = '', body = ''] of text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
      if (attributes.includes('application/ld+json')) expect(() => JSON.parse(body)).not.toThrow()
      else expect(body).toBe('')
    }
  })

  test('has unique ids, and images with alt text and size', () => {
    const ids = [...text.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    for (const [image] of text.matchAll(/<img[^>]*>/g))
      expect(image).toMatch(/width="\d+" height="\d+" alt="[^"]{20,}"/)
  })

  test('has a title, a description and a canonical link', () => {
    expect(title.length).toBeLessThanOrEqual(70)
    if (unlisted) return expect(text).toContain('content="noindex"')
    expect(description.length, description).toBeGreaterThan(50)
    expect(description.length, description).toBeLessThanOrEqual(180)
    expect(text).toContain(`<link rel="canonical" href="${placeholders.origin}${path}">`)
  })

  test('is at most 40 kB with its style, gzipped', () => {
    expect(gzipSync(text).length + gzipSync(style).length).toBeLessThanOrEqual(40_000)
  })
})

test('titles, descriptions and paths are unique', () => {
  for (const field of ['title', 'description', 'path'] as const) {
    const all = listed.map((page) => page[field])
    expect(all.filter((value, index) => all.indexOf(value) !== index)).toEqual([])
  }
})

test('pages use no marketing words', () => {
  for (const { path, text } of pages) expect(text, path).not.toMatch(/\b(unlock|supercharge|seamless|AI-powered)/i)
})

test('the sitemap and the feed list all public pages', () => {
  const map = sitemap(pages)
  for (const { path } of listed) expect(map).toContain(`<loc>${placeholders.origin}${path}</loc>`)
  expect(map).not.toContain('/404')
  expect(robots()).toContain(`Sitemap: ${placeholders.origin}/sitemap.xml`)
  const articles = pages.filter(({ published }) => published)
  expect(articles.length).toBeGreaterThan(3)
  expect(feed(pages).match(/<item>/g)).toHaveLength(articles.length)
})

test('the style has the tokens of both themes and every font', () => {
  expect(style.match(/--kept:/g)).toHaveLength(3)
  for (const { family } of fonts) expect(style).toContain(`font-family:"${family}"`)
})
