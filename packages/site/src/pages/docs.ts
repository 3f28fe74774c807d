/** The documentation: pages of the site and the guides of the repository. */
import { readDocument, readProse } from '../content.ts'
import { type Html, html, trusted } from '../html.ts'
import { renderMarkdown } from '../markdown.ts'
import type { Page } from '../page.ts'
import { picture, stepPicture } from '../parts.ts'
import { apiReference } from './api-reference.ts'

type DocPath = `/docs/${string}`

interface DocEntry {
  path: DocPath
  name: string
  /** A page in the site's content folder. */
  prose?: string
  /** A document of the repository, with a title and description for search engines. */
  guide?: { file: string; title: string; description: string }
}

/** A guide of the repository for each cloud, for buckets and for tools. */
const connectEntries = (
  [
    ['aws', 'AWS', 'AWS with a role and no key, or with keys: the template, the permissions and the first sync'],
    ['azure', 'Azure', 'Azure with federation, a certificate or a secret: the script, the role and the first sync'],
    ['google-cloud', 'Google Cloud', 'Google Cloud with federation or a key file: the script and the first sync'],
    ['oracle-cloud', 'Oracle Cloud', 'Oracle Cloud with an API signing key: the script, the policy and cost reports'],
    ['kubernetes', 'Kubernetes', 'Kubernetes with a service account that can only list: the manifest and the token'],
    [
      'buckets',
      'a bucket',
      'a bucket of Amazon S3, Azure, Google Cloud or any S3-compatible storage to read its bills',
    ],
    [
      'tools',
      'tools',
      'Slack, Microsoft Teams, Jira, GitHub, GitLab, webhooks, activity of GitHub and GitLab, OpenTelemetry',
    ],
  ] as const
).map(
  ([name, label, what]): DocEntry => ({
    path: `/docs/connect/${name}`,
    name: name === 'buckets' ? 'Buckets' : name === 'tools' ? 'Tools' : label,
    guide: {
      file: `docs/guides/connect-${name}.md`,
      title: `Connect ${label}`,
      description: `Connect ${what}. Each step with a picture.`,
    },
  }),
)

const groups: readonly { title: string; entries: readonly DocEntry[] }[] = [
  {
    title: 'Get started',
    entries: [
      { path: '/docs/getting-started', name: 'Getting started', prose: 'docs/getting-started' },
      { path: '/docs/self-hosting', name: 'Self-hosting', prose: 'docs/self-hosting' },
      { path: '/docs/command-line', name: 'Command line', prose: 'docs/command-line' },
    ],
  },
  {
    title: 'Connect',
    entries: [
      ...connectEntries,
      { path: '/docs/connect/other', name: 'Anything else', prose: 'docs/connect/other' },
      { path: '/docs/focus', name: 'FOCUS support', prose: 'docs/focus' },
      {
        path: '/docs/bills',
        name: 'Reading bills',
        guide: {
          file: 'docs/guides/reading-bills.md',
          title: 'Reading bills',
          description:
            'Which bills Kept reads, how it recognizes a file, how it handles special cases, and what each source does not contain.',
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
            'The method behind the commission, hour by hour, with every example worked out, and how to verify a statement yourself.',
        },
      },
      {
        path: '/docs/savings-rules',
        name: 'Savings rules',
        guide: {
          file: 'docs/guides/savings-rules.md',
          title: 'Savings rules',
          description:
            'The catalog of savings rules: what each finds, on which clouds, what it reads, its effort and its risk, and the principles that apply to all rules.',
        },
      },
      {
        path: '/docs/loops',
        name: 'Runaway loops',
        guide: {
          file: 'docs/guides/loops.md',
          title: 'Runaway loops',
          description:
            'What counts as an infinite loop and what does not, which telemetry is read, custom rules, and what a loop costs.',
        },
      },
      {
        path: '/docs/developer-behavior',
        name: 'Developer behavior',
        guide: {
          file: 'docs/guides/developer-behavior.md',
          title: 'Developer behavior',
          description:
            'Find development environments that no one uses: activity compared with the bill, schedules with a backtest, and pseudonyms for people.',
        },
      },
      {
        path: '/docs/anomalies-and-forecasts',
        name: 'Anomalies and forecasts',
        guide: {
          file: 'docs/guides/anomalies-and-forecasts.md',
          title: 'Anomalies and forecasts',
          description:
            'How Kept detects anomalies, how the forecast chooses its method and intervals, and how accurate both are.',
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
            'Operator and organization admins, mail, Google and GitHub, an organization’s own identity provider, roles and API keys.',
        },
      },
      {
        path: '/docs/permissions',
        name: 'Permissions to act',
        guide: {
          file: 'docs/guides/permissions.md',
          title: 'Permissions to act',
          description:
            'What Kept may change when you allow it, resource by resource, with the permissions of each step, made from the code.',
        },
      },
      {
        path: '/docs/security',
        name: 'Security',
        guide: {
          file: 'docs/security/handbook.md',
          title: 'Security handbook',
          description:
            'What Kept connects to, its limits, how each class of data is stored, keys, logs and dependencies.',
        },
      },
    ],
  },
]

const guides = new Map(
  groups.flatMap(({ entries }) => entries).flatMap(({ path, guide }) => (guide ? [[guide.file, path]] : [])),
)

export function docs(): Page[] {
  const entries = groups.flatMap((group) => group.entries).flatMap(drawEntries)
  return [start(entries), ...entries.map(({ headings: _, ...page }) => page)]
}

/** A page, and the headings that the search finds. */
type DocPage = Page & { headings: readonly { id: string; text: string }[] }

function start(pages: readonly DocPage[]): Page {
  return {
    path: '/docs',
    title: 'Documentation',
    description:
      'How to start Kept, connect a cloud and understand each figure: methods, reference, self-hosting and security.',
    body: html`<section class="page-head"><div class="frame"><h1>Documentation</h1><p class="lead">How to start Kept, connect your clouds and understand each figure. Short on time: <a href="/docs/getting-started">five minutes</a>.</p>
<form class="doc-search" role="search" data-doc-search hidden><label for="doc-search">Search the documentation</label><input id="doc-search" type="search" autocomplete="off"><p role="status"></p></form></div></section>
<section class="band"><div class="frame"><ul class="doc-list" data-doc-hits hidden>${pages.map(searchItems)}</ul></div><div class="frame thirds" data-doc-groups>${groups.map(
      ({ title, entries }) =>
        html`<div><h2 class="card-title">${title}</h2><ul class="doc-list">${entries.map(({ path, name }) => html`<li><a href="${path}">${name}</a></li>`)}</ul></div>`,
    )}</div></section>`,
  }
}

/** The title of a page, and each of its headings with the title before it. */
function searchItems({ path, title, headings }: DocPage): Html {
  return html`<li><a href="${path}">${title}</a></li>${headings.map(
    ({ id, text }) => html`<li><a href="${path}#${id}">${title}: ${trusted(text)}</a></li>`,
  )}`
}

function drawEntries(entry: DocEntry): DocPage[] {
  const { path } = entry
  if (path !== '/docs/api') return [drawEntry(entry)]
  return apiReference().map((page) => ({ ...page, body: withNav(path, page.body), headings: [] }))
}

function drawEntry({ path, prose, guide }: DocEntry): DocPage {
  const { title, description, text } = guide ? { ...guide, text: readDocument(guide.file) } : readProse(prose ?? '')
  const { html: body, headings } = renderMarkdown(text, {
    link: (address) => addressOf(address, guide?.file),
    picture: (name, alt) => (name.includes('/') ? stepPicture(name, alt) : picture(name, alt)),
  })
  return {
    path,
    title,
    description,
    crumbs: [{ name: 'Documentation', path: '/docs' }],
    structured: [{ '@type': 'TechArticle', headline: title, description }],
    body: withNav(path, html`<h1>${title}</h1>${body}`),
    headings: headings.filter(({ level }) => level > 1),
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

/** Turns a guide's link to a file into a link to its page; a file without a page becomes plain text. */
function addressOf(address: string, file: string | undefined): string | undefined {
  if (!file || /^(https?:|\/|#)/.test(address)) return address
  const [target = '', part] = address.split('#')
  const documentPath = new URL(target, `file:///${file}`).pathname.slice(1)
  const page = documentPath === 'docs/benchmarks.md' ? '/blog/benchmarks' : guides.get(documentPath)
  return page && (part ? `${page}#${part}` : page)
}
