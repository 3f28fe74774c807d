import { type Html, html } from '../html.ts'
import { featureEntries } from '../layout/navigation.ts'
import type { Page } from '../page.ts'
import { ending, picture, ways } from '../parts.ts'
import type { FeaturePage } from './feature-page.ts'
import { featurePages } from './feature-pages.ts'

export function features(): Page[] {
  return [overview(), ...featurePages.map(drawFeature)]
}

function overview(): Page {
  return {
    path: '/features',
    title: 'Features: from a bill to a proved saving',
    description:
      'What Kept does: bills of every cloud in one ledger, findings with evidence, verified savings, loops, developer environments, forecasts, security and automation.',
    body: html`<section class="page-head"><div class="frame"><h1>From a bill to a saving that is proved.</h1><p class="lead">Six parts, one ledger. Each page says what it does, how, and what it does not do.</p>${ways()}</div></section>
<section class="band"><div class="frame thirds">${featureEntries.map(({ name, path }) => {
      const page = featurePages.find((one) => one.path === path)
      return html`<div><h2 class="card-title"><a href="${path}">${name}</a></h2><p>${page?.lead ?? ''}</p></div>`
    })}</div></section>
<section class="band"><div class="frame"><figure>${picture('savings', 'The savings screen of the demo organisation: findings with estimates and ranges.')}<figcaption>Findings in the demo organisation. Nothing on these pages is a mock-up.</figcaption></figure></div></section>
${ending('Try it on the demo, then on your bill.', 'The demo takes one click, your bill about a minute.')}`,
  }
}

function drawFeature(page: FeaturePage): Page {
  const { path, title, description, name, lead, picture: shown, points, how, limits, more } = page
  const [headline = '', rest = ''] = title.split(': ')
  return {
    path,
    title,
    description,
    crumbs: [{ name: 'Features', path: '/features' }],
    body: html`<section class="page-head"><div class="frame"><p class="eyebrow">${headline}</p><h1>${sentence(rest)}</h1><p class="lead">${lead}</p>${ways()}</div></section>
<section class="band showing" aria-label="${name}, on the screen"><div class="frame"><figure>${picture(shown.name, shown.alt)}<figcaption>${shown.words}</figcaption></figure></div></section>
<section class="band"><div class="frame"><h2 class="unseen">What it does</h2><div class="thirds">${points.map(
      (point) => html`<div><h3>${point.title}</h3><p>${point.words}</p></div>`,
    )}</div></div></section>
<section class="band"><div class="frame split text-first"><div class="words"><h2>${how.title}</h2>${limitsList(limits)}</div><ol class="steps">${how.steps.map((step) => html`<li>${step}</li>`)}</ol></div></section>
<section class="band"><div class="frame"><h2>Read on</h2><ul class="read-on">${more.map((one) => html`<li><a href="${one.path}">${one.name}</a></li>`)}</ul></div></section>
${ending('See it on your own bill.', 'Findings are free. You pay a quarter of what your invoice shows as saved.')}`,
  }
}

function limitsList(limits: readonly string[]): Html {
  return html`<div class="limits"><h3>What it does not do</h3><ul>${limits.map((one) => html`<li>${one}</li>`)}</ul></div>`
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
