import { type Html, html } from '../html.ts'
import { placeholders } from '../page.ts'
import { mark } from './mark.ts'
import { footerColumns } from './navigation.ts'

/** The footer of every page, with the newsletter and the operator's address. */
export function footer(): Html {
  return html`<footer class="site-footer"><div class="frame">
<div class="footer-top">
<div class="footer-newsletter"><a class="brand" href="/" aria-label="Kept, home">${mark()}<span>Kept</span></a>
<form class="newsletter" method="post" action="/newsletter" data-post>
<label for="newsletter-email">Product news by email</label>
<div class="field-row"><input id="newsletter-email" name="email" type="email" autocomplete="email" required placeholder="you@example.com"><button class="button small" type="submit">Subscribe</button></div>
<p class="hint">Confirm by email first. Unsubscribe with one click. No third party sees your address. See <a href="/privacy#newsletter">privacy</a>.</p>
<p class="form-answer" role="status" data-answer></p>
</form></div>
<nav class="footer-columns" aria-label="Footer">${footerColumns.map(
    ({ title, entries }) =>
      html`<div><h2>${title}</h2><ul>${entries.map(({ name, path }) => html`<li><a href="${path}">${name}</a></li>`)}</ul></div>`,
  )}</nav></div>
<div class="footer-end"><p>Open source under Apache-2.0. Contact: <a href="mailto:${placeholders.contact}">${placeholders.contact}</a>.</p>
<label class="theme-choice" hidden data-theme-choice>Theme <select><option value="system">System</option><option value="light">Light</option><option value="dark">Dark</option></select></label></div>
</div></footer>`
}
