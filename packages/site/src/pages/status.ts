import { html, trusted } from '../html.ts'
import type { Page } from '../page.ts'

/** The server inserts the current state and the history. */
export function status(): Page {
  return {
    path: '/status',
    title: 'Status',
    description:
      'The current state of each component of this Kept installation, and its last ninety days, sampled every minute.',
    body: html`<article class="frame"><div class="prose alone status"><h1>Status</h1>
${trusted('<!--status-->')}
<h2>How this is measured</h2><p>Every minute Kept checks each component, as <a href="/ready"><code>/ready</code></a> does, and stores the result. The uptime of a day is the share of successful samples. A day without samples, because Kept was not running, is shown as a gap and counts neither way.</p></div></article>`,
  }
}
