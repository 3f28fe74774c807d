/** Pages nobody looks for: what is not there, what broke, and what a form is answered with where there is no script. */
import { html, trusted } from '../html.ts'
import type { Page } from '../page.ts'

/** The server puts what it has to say into places like this one. */
const place = (name: string) => trusted(`<!--${name}-->`)

export function answers(): Page[] {
  return [
    {
      path: '/404',
      title: 'Not found',
      description: 'There is nothing at this address.',
      unlisted: true,
      body: html`<section class="page-head"><div class="frame"><p class="eyebrow">404</p><h1>There is nothing at this address.</h1><p class="lead">It may have moved, or never been here. Nothing of yours is lost.</p><div class="actions"><a class="button" href="/">Home</a><a class="button ghost" href="/docs">Documentation</a><a href="/contact">Tell us what is missing</a></div></div></section>`,
    },
    {
      path: '/500',
      title: 'Something broke',
      description: 'A fault on our side.',
      unlisted: true,
      body: html`<section class="page-head"><div class="frame"><p class="eyebrow">500</p><h1>Something broke, on our side.</h1><p class="lead">What you did was not saved; what was saved before is untouched. Load the page again in a moment. If it goes on, the number below finds it in our log.</p><p class="soft">Request <code>${place('request')}</code></p><div class="actions"><a class="button" href="/">Home</a><a class="button ghost" href="/status">Status</a></div></div></section>`,
    },
    {
      path: '/answer',
      title: 'Kept answers',
      description: 'The answer to a form.',
      unlisted: true,
      body: html`<section class="page-head"><div class="frame"><h1>${place('title')}</h1><p class="lead">${place('words')}</p>${place('form')}<div class="actions"><a class="button ghost" href="/">Home</a></div></div></section>`,
    },
  ]
}
