/** The sitemap, robots.txt and the RSS feed of the blog. */
import { escapeHtml } from '../html.ts'
import { type Page, placeholders } from '../page.ts'

const { origin } = placeholders

export function sitemap(pages: readonly Page[]): string {
  const urls = pages
    .filter(({ unlisted }) => !unlisted)
    .map(
      ({ path, published }) =>
        `<url><loc>${origin}${path}</loc>${published ? `<lastmod>${published}</lastmod>` : ''}</url>`,
    )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

/** Disallows the dashboard, which requires sign-in. */
export function robots(): string {
  return `User-agent: *\nDisallow: /v1/\nDisallow: /api/\nDisallow: /auth/\nSitemap: ${origin}/sitemap.xml\n`
}

export function feed(pages: readonly Page[]): string {
  const items = pages
    .filter((page) => page.published)
    .toSorted((a, b) => (b.published ?? '').localeCompare(a.published ?? ''))
    .map(({ path, title, description, published = '' }) => {
      const day = new Date(`${published}T09:00:00Z`).toUTCString()
      const address = `${origin}${path}`
      return `<item><title>${escapeHtml(title)}</title><link>${address}</link><guid>${address}</guid><pubDate>${day}</pubDate><description>${escapeHtml(description)}</description></item>`
    })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Kept: blog</title><link>${origin}/blog</link><description>Methods, measurements and mistakes.</description><language>en</language><atom:link href="${origin}/blog/rss.xml" rel="self" type="application/rss+xml"/>\n${items.join('\n')}\n</channel></rss>\n`
}
