/** Prose pages: company, help, legal, the blog, the case studies and the changelog. */
import { readBenchmarks } from '../benchmarks.ts'
import { type Prose, readDocument, readProse } from '../content.ts'
import { type Html, html } from '../html.ts'
import { renderMarkdown } from '../markdown.ts'
import { type Page, placeholders } from '../page.ts'
import { ending } from '../parts.ts'

const standalonePages = [
  'about',
  'careers',
  'press',
  'partners',
  'community',
  'help',
  'resources',
  'integrations',
  'privacy',
  'terms',
  'security',
  'compliance',
  'cookies',
] as const
/** The newest first. */
const articles = [
  'a-saving-is-not-an-estimate',
  'how-to-tell-a-loop',
  'a-schedule-needs-a-backtest',
  'counted-once',
  'benchmarks',
  'benchmarks-by-class',
] as const

export function prosePages(): Page[] {
  return [
    ...standalonePages.map(drawAlone),
    changelog(),
    blog(),
    ...articles.map(drawArticle),
    caseStudies(),
    northwind(),
  ]
}

function drawAlone(name: (typeof standalonePages)[number]): Page {
  const { title, description, text } = readProse(name)
  const path = `/${name}` as const
  return {
    path,
    title,
    description,
    body: html`${column(title, renderMarkdown(text).html)}${name === 'about' && ending('Start with a bill.', 'Or explore the demo first.')}`,
  }
}

function column(title: string, body: Html, above?: Html): Html {
  return html`<article class="frame"><div class="prose alone"><h1>${title}</h1>${above}${body}</div></article>`
}

function changelog(): Page {
  return {
    path: '/changelog',
    title: 'Changelog',
    description: 'What changed in Kept, release by release, for people who use it.',
    body: column('Changelog', renderMarkdown(readDocument('CHANGELOG.md')).html),
  }
}

function blog(): Page {
  const entries = articles.map((name) => ({ name, ...readProse(`blog/${name}`) }))
  return {
    path: '/blog',
    title: 'Blog: methods, measurements and mistakes',
    description:
      'How Kept works and how well: articles on verified savings, loops, schedules and exact totals, and every benchmark.',
    body: html`<section class="page-head"><div class="frame"><h1>Methods, measurements and mistakes.</h1><p class="lead">Subscribe to the <a href="/blog/rss.xml">RSS feed</a>.</p></div></section>
<div class="frame"><ul class="entries">${entries.map(
      ({ name, title, description, published = '' }) =>
        html`<li><time datetime="${published}">${formatDate(published)}</time><h2><a href="/blog/${name}">${title}</a></h2><p>${description}</p></li>`,
    )}</ul></div>`,
  }
}

function drawArticle(name: (typeof articles)[number]): Page {
  const prose = readProse(`blog/${name}`)
  const { title, description, published = '', text } = prose
  const appendix = name.startsWith('benchmarks') ? benchmarkParts(name) : ''
  const path = `/blog/${name}` as const
  return {
    path,
    title,
    description,
    published,
    crumbs: [{ name: 'Blog', path: '/blog' }],
    structured: [articleData(prose, path)],
    body: column(
      title,
      renderMarkdown(`${text}\n${appendix}`).html,
      html`<p class="byline"><time datetime="${published}">${formatDate(published)}</time></p>`,
    ),
  }
}

/** These two articles include the complete benchmarks document: what has a row for each class is the second. */
function benchmarkParts(name: string): string {
  const parts = readDocument('docs/benchmarks.md').split(/^(?=## )/m)
  const isByClass = (part: string) => /^## .*\b(by class|by rhythm|with default attributes)\b/.test(part)
  return parts.filter((part) => isByClass(part) === (name === 'benchmarks-by-class')).join('')
}

function articleData({ title, description, published }: Prose, path: string): object {
  return {
    '@type': 'Article',
    headline: title,
    description,
    datePublished: published,
    url: `${placeholders.origin}${path}`,
    author: { '@type': 'Organization', name: 'Kept' },
  }
}

function caseStudies(): Page {
  const { title, description } = readProse('case-studies/northwind')
  const measured = readBenchmarks()
  return {
    path: '/case-studies',
    title: 'Case studies',
    description:
      'One demonstration case with known results, and what a customer case must show before it is published here.',
    body: html`<section class="page-head"><div class="frame"><h1>Case studies you can check.</h1><p class="lead">There is one case, and it is a demonstration. Customer cases will be here when customers agree to be named, with figures from closed statements.</p></div></section>
<div class="frame"><ul class="entries"><li><span class="kind">Demonstration</span><h2><a href="/case-studies/northwind">${title}</a></h2><p>${description}</p></li><li><span class="kind">Measurement</span><h2><a href="/blog/benchmarks">Verified savings on ${measured.excerpt('savings', /## Verified savings: (\d+) fleets/)} fleets with known savings</a></h2><p>The bias of the billed amount is ${measured.cell('savings', 'Kept, what is billed', 'bias')}. The bias of list price minus paid is ${measured.cell('savings', 'list price of before', 'bias')}.</p></li></ul></div>`,
  }
}

function northwind(): Page {
  const { title, description, text } = readProse('case-studies/northwind')
  return {
    path: '/case-studies/northwind',
    title,
    description,
    crumbs: [{ name: 'Case studies', path: '/case-studies' }],
    body: column(title, renderMarkdown(text).html),
  }
}

/** "November 20, 2026". */
function formatDate(day: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}
