/** Renders a page as a complete HTML document. */
import { type Html, html, trusted } from '../html.ts'
import { type Page, placeholders } from '../page.ts'
import { footer } from './footer.ts'
import { header } from './header.ts'

/** URLs of a page's assets, named by content hash. */
interface Assets {
  style: string
  script: string
  theme: string
  icon: string
  /** Preloaded for the first paint. */
  fonts: readonly string[]
  /** The image shown when the page is shared. */
  card(page: Page): string
}

export function renderDocument(page: Page, assets: Assets): string {
  const address = `${placeholders.origin}${page.path === '/' ? '/' : page.path}`
  const title = page.path === '/' || page.title.endsWith('Kept') ? page.title : `${page.title} · Kept`
  const card = `${placeholders.origin}${assets.card(page)}`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${page.description}">
${page.unlisted ? html`<meta name="robots" content="noindex">` : html`<link rel="canonical" href="${address}">`}
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fcfaf7">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141822">
<script src="${assets.theme}"></script>
<link rel="stylesheet" href="${assets.style}">
${assets.fonts.map((font) => html`<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin>`)}
<link rel="icon" type="image/svg+xml" href="${assets.icon}">
<link rel="alternate" type="application/rss+xml" title="Kept: blog" href="/blog/rss.xml">
<meta property="og:type" content="${page.published ? 'article' : 'website'}">
<meta property="og:site_name" content="Kept">
<meta property="og:title" content="${page.title}">
<meta property="og:description" content="${page.description}">
<meta property="og:url" content="${address}">
<meta property="og:image" content="${card}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${page.title}">
<meta name="twitter:card" content="summary_large_image">
${structured(page).map(dataBlock)}
<script src="${assets.script}" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${header(page.path)}
<main id="main" tabindex="-1">${crumbs(page)}${page.body}</main>
${footer()}
</body>
</html>
`.markup.replaceAll(/\n{2,}/g, '\n')
}

function crumbs({ crumbs: above, title }: Page): Html | false {
  if (!above) return false
  return html`<nav class="frame crumbs" aria-label="Breadcrumb"><ol>${above.map(
    ({ name, path }) => html`<li><a href="${path}">${name}</a></li>`,
  )}<li aria-current="page">${title}</li></ol></nav>`
}

function structured({ structured: pageData = [], crumbs: above, path, title }: Page): object[] {
  const all = [...pageData]
  if (above) {
    const steps = [...above, { name: title, path }]
    all.push({
      '@type': 'BreadcrumbList',
      itemListElement: steps.map((step, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: step.name,
        item: `${placeholders.origin}${step.path}`,
      })),
    })
  }
  return all
}

/** A JSON-LD block. Browsers do not run it, so the content security policy needs no exception. */
function dataBlock(data: object): Html {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
  return trusted(`<script type="application/ld+json">${text}</script>`)
}
