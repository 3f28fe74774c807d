/** Pages without a link: not found, server error, and the response to a form sent without script. */
import { html, trusted } from '../html.ts'
import type { Page } from '../page.ts'

/** The server replaces this comment with its own markup. */
const placeholder = (name: string) => trusted(`<!--${name}-->`)

export function answers(): Page[] {
  return [
    {
      path: '/404',
      title: 'Not found',
      description: 'There is nothing at this address.',
      unlisted: true,
      body: html`<section class="page-head"><div class="frame"><p class="eyebrow">404</p><h1>There is nothing at this address.</h1><p class="lead">The page may have moved, or the address may be wrong. Your data is not affected.</p><div class="actions"><a class="button" href="/">Home</a><a class="button ghost" href="/docs">Documentation</a><a href="/contact">Report a missing page</a></div></div></section>`,
    },
    {
      path: '/500',
      title: 'Server error',
      description: 'An error on our side.',
      unlisted: true,
      body: html`<section class="page-head"><div class="frame"><p class="eyebrow">500</p><h1>Something went wrong on our side.</h1><p class="lead">Your last change was not saved. Earlier changes are safe. Reload the page in a moment. If the error continues, contact us with the request ID below.</p><p class="soft">Request <code>${placeholder('request')}</code></p><div class="actions"><a class="button" href="/">Home</a><a class="button ghost" href="/status">Status</a></div></div></section>`,
    },
    {
      path: '/answer',
      title: 'Form response',
      description: 'The response to a form.',
      unlisted: true,
      body: html`<section class="page-head"><div class="frame"><h1>${placeholder('title')}</h1><p class="lead">${placeholder('message')}</p>${placeholder('form')}<div class="actions"><a class="button ghost" href="/">Home</a></div></div></section>`,
    },
  ]
}
