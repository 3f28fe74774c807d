/** The documentation: pages of our own and the guides of the repository, which say how things are. */
import { readDocument, readProse } from '../content.ts'
import { type Html, html } from '../html.ts'
import { renderMarkdown } from '../markdown.ts'
import type { Page } from '../page.ts'
import { apiReference } from './api-reference.ts'

type DocPath = `/docs/${string}`

interface DocEntry {
  path: DocPath
  name: string
  /** Prose of the site's own. */
  prose?: string
  /** A document of the repository, with words for search engines. */
  guide?: { file: string; title: string; description: string }
}

const groups: readonly { title: string; entries: readonly DocEntry[] }[] = [
  {
    title: 'Begin',
    entries: [
      { path: '/docs/getting-started', name: 'Getting started', prose: 'docs/getting-started' },
      { path: '/docs/self-hosting', name: 'Self-hosting', prose: 'docs/self-hosting' },
      { path: '/docs/command-line', name: 'Command line', prose: 'docs/command-line' },
    ],
  },
  {
    title: 'Connect',
    entries: [
      { path: '/docs/connect/aws', name: 'AWS', prose: 'docs/connect/aws' },
      { path: '/docs/connect/azure', name: 'Azure', prose: 'docs/connect/azure' },
      { path: '/docs/connect/google-cloud', name: 'Google Cloud', prose: 'docs/connect/google-cloud' },
      { path: '/docs/connect/other', name: 'Anything else', prose: 'docs/connect/other' },
      { path: '/docs/focus', name: 'FOCUS support', prose: 'docs/focus' },
      {
        path: '/docs/bills',
        name: 'Reading bills',
        guide: {
          file: 'docs/guides/reading-bills.md',
          title: 'Reading bills',
          description:
            'Which bills Kept reads, how a file is recognised, the traps that are handled, and what each source cannot know.',
        },
      },
    ],
  },
  {
    title: 'Methods',
    entries: [
      {
        path: '/docs/savings-method',
        name: 'Verified savings',
        guide: {
          file: 'docs/guides/verified-savings.md',
          title: 'How savings are verified',
          description:
            'The method behind the commission, hour by hour, with every example worked to the digit, and how to check a statement yourself.',
        },
      },
      {
        path: '/docs/savings-rules',
        name: 'Savings rules',
        guide: {
          file: 'docs/guides/savings-rules.md',
          title: 'Savings rules',
          description:
            'The catalogue of savings rules: what each finds, on which clouds, what it reads, its effort and its risk, and the laws that hold for all.',
        },
      },
      {
        path: '/docs/loops',
        name: 'Runaway loops',
        guide: {
          file: 'docs/guides/loops.md',
          title: 'Runaway loops',
          description:
            'What counts as an infinite loop and what does not, which telemetry is read, rules of your own, and what a loop costs.',
        },
      },
      {
        path: '/docs/developer-behaviour',
        name: 'Developer behaviour',
        guide: {
          file: 'docs/guides/developer-behaviour.md',
          title: 'Developer behaviour',
          description:
            'Who pays for environments nobody uses: signs of activity held against the bill, schedules with a backtest, and how people stay unnamed.',
        },
      },
      {
        path: '/docs/anomalies-and-forecasts',
        name: 'Anomalies and forecasts',
        guide: {
          file: 'docs/guides/anomalies-and-forecasts.md',
          title: 'Anomalies and forecasts',
          description:
            'How spend that leaves its path is found, how the forecast chooses its method and earns its bands, and how far to trust either.',
        },
      },
      { path: '/docs/claims', name: 'What we claim', prose: 'docs/claims' },
    ],
  },
  {
    title: 'Reference',
    entries: [
      { path: '/docs/api', name: 'API' },
      {
        path: '/docs/people',
        name: 'People and sign-in',
        guide: {
          file: 'docs/guides/identity.md',
          title: 'People and sign-in',
          description:
            'Operator and organization admins, mail, Google and GitHub, an organization’s own provider, roles and keys: who comes in, and how.',
        },
      },
      {
        path: '/docs/security',
        name: 'Security',
        guide: {
          file: 'docs/security/handbook.md',
          title: 'Security on one page',
          description: 'Where Kept connects to, its limits, how each class of data is kept, keys, logs and libraries.',
        },
      },
    ],
  },
]

const guides = new Map(
  groups.flatMap(({ entries }) => entries).flatMap(({ path, guide }) => (guide ? [[guide.file, path]] : [])),
)

export function docs(): Page[] {
  const entries = groups.flatMap((group) => group.entries)
  return [start(), ...entries.map(drawEntry)]
}

function start(): Page {
  return {
    path: '/docs',
    title: 'Documentation',
    description:
      'How to start Kept, connect a cloud, and what stands behind each figure: methods, reference, self-hosting and security.',
    body: html`<section class="page-head"><div class="frame"><h1>Documentation</h1><p class="lead">How to start, how to connect, and what stands behind each figure. In a hurry: <a href="/docs/getting-started">five minutes</a>.</p></div></section>
<section class="band"><div class="frame thirds">${groups.map(
      ({ title, entries }) =>
        html`<div><h2 class="card-title">${title}</h2><ul class="doc-list">${entries.map(({ path, name }) => html`<li><a href="${path}">${name}</a></li>`)}</ul></div>`,
    )}</div></section>`,
  }
}

function drawEntry({ path, prose, guide }: DocEntry): Page {
  if (path === '/docs/api') return { ...apiReference(), body: withNav(path, apiReference().body) }
  const { title, description, text } = guide ? { ...guide, text: readDocument(guide.file) } : readProse(prose ?? '')
  const { html: body } = renderMarkdown(text, { link: (address) => addressOf(address, guide?.file) })
  return {
    path,
    title,
    description,
    crumbs: [{ name: 'Documentation', path: '/docs' }],
    structured: [{ '@type': 'TechArticle', headline: title, description }],
    body: withNav(path, html`<h1>${title}</h1>${body}`),
  }
}

function withNav(path: string, body: Html): Html {
  return html`<div class="frame doc"><article class="prose">${body}</article><aside><nav class="doc-nav" aria-label="Documentation">${groups.map(
    ({ title, entries }) =>
      html`<p class="doc-group">${title}</p>${entries.map((entry) =>
        entry.path === path
          ? html`<a href="${entry.path}" aria-current="page">${entry.name}</a>`
          : html`<a href="${entry.path}">${entry.name}</a>`,
      )}`,
  )}</nav></aside></div>`
}

/** A guide links to its neighbours as files; here they are pages, and what has no page is words. */
function addressOf(address: string, file: string | undefined): string | undefined {
  if (!file || /^(https?:|\/|#)/.test(address)) return address
  const [target = '', part] = address.split('#')
  const place = new URL(target, `file:///${file}`).pathname.slice(1)
  const page = place === 'docs/benchmarks.md' ? '/blog/benchmarks' : guides.get(place)
  return page && (part ? `${page}#${part}` : page)
}
