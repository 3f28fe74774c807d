import { html, trusted } from '../html.ts'
import type { Page } from '../page.ts'

/** The server puts in what it knows: how things are now, and how they were. */
export function status(): Page {
  return {
    path: '/status',
    title: 'Status',
    description:
      'Whether each part of this Kept is up, asked now, and how the last ninety days were, sampled every minute.',
    body: html`<article class="frame"><div class="prose alone status"><h1>Status</h1>
${trusted('<!--status-->')}
<h2>How this is measured</h2><p>Every minute this Kept asks each of its parts whether it is up, as <a href="/ready"><code>/ready</code></a> does, and keeps the answer. A day is counted up for the share of its samples that were. A day without any sample, because Kept did not run, is drawn as a gap and counted as neither.</p></div></article>`,
  }
}
