import { type Html, html } from '../html.ts'
import { featureEntries } from '../layout/navigation.ts'
import type { Page } from '../page.ts'
import { callsToAction, ending, picture } from '../parts.ts'
import type { FeaturePage } from './feature-page.ts'
import { featurePages } from './feature-pages.ts'

export function features(): Page[] {
  return [overview(), ...featurePages.map(drawFeature)]
}

function overview(): Page {
  return {
    path: '/features',
    title: 'Features: from a bill to a verified saving',
    description:
      'What Kept does: bills of every cloud in one ledger, recommendations with evidence, verified savings, loops, developer environments, forecasts, security and automation.',
    body: html`<section class="page-head"><div class="frame"><h1>From a bill to a verified saving.</h1><p class="lead">Six features, one ledger. Each page explains what the feature does, how it works, and what it does not do.</p>${callsToAction()}</div></section>
<section class="band"><div class="frame thirds">${featureEntries.map(({ name, path }) => {
      const page = featurePages.find((candidate) => candidate.path === path)
      return html`<div><h2 class="card-title"><a href="${path}">${name}</a></h2><p>${page?.lead ?? ''}</p></div>`
    })}</div></section>
<section class="band"><div class="frame"><figure>${picture('savings', 'The savings screen of the demo organization: recommendations with estimates and ranges.')}<figcaption>Recommendations in the demo organization. All screenshots on these pages are real.</figcaption></figure></div></section>
${ending('Try the demo, then your own bill.', 'The demo takes one click. Your bill takes about a minute.')}`,
  }
}

function drawFeature(page: FeaturePage): Page {
  const { path, title, description, name, lead, picture: image, points, howItWorks, limits, more } = page
  const [headline = '', subtitle = ''] = title.split(': ')
  return {
    path,
    title,
    description,
    crumbs: [{ name: 'Features', path: '/features' }],
    body: html`<section class="page-head"><div class="frame"><p class="eyebrow">${headline}</p><h1>${sentence(subtitle)}</h1><p class="lead">${lead}</p>${callsToAction()}</div></section>
<section class="band showing" aria-label="${name}, on the screen"><div class="frame"><figure>${picture(image.name, image.alt)}<figcaption>${image.caption}</figcaption></figure></div></section>
<section class="band"><div class="frame"><h2 class="unseen">What it does</h2><div class="thirds">${points.map(
      (point) => html`<div><h3>${point.title}</h3><p>${point.description}</p></div>`,
    )}</div></div></section>
<section class="band"><div class="frame split text-first"><div class="words"><h2>${howItWorks.title}</h2>${limitsList(limits)}</div><ol class="steps">${howItWorks.steps.map((step) => html`<li>${step}</li>`)}</ol></div></section>
<section class="band"><div class="frame"><h2>Learn more</h2><ul class="read-on">${more.map((link) => html`<li><a href="${link.path}">${link.name}</a></li>`)}</ul></div></section>
${ending('See it on your own bill.', 'Recommendations are free. You pay 25% of verified savings.')}`,
  }
}

function limitsList(limits: readonly string[]): Html {
  return html`<div class="limits"><h3>What it does not do</h3><ul>${limits.map((limit) => html`<li>${limit}</li>`)}</ul></div>`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
