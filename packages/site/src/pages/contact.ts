import { html, trusted } from '../html.ts'
import { type Page, placeholders } from '../page.ts'

/** What a letter may be about; the server takes these words and no others. */
const subjects = [
  'A question about Kept',
  'Pricing and contracts',
  'A bill that is read wrongly',
  'Security',
  'Press, partners, work',
  'Something else',
]

export function contact(): Page {
  return {
    path: '/contact',
    title: 'Contact',
    description: 'Write to us: a form that sends a letter and confirms it, or an address for your own mail program.',
    body: html`<section class="page-head"><div class="frame"><h1>Write to us.</h1><p class="lead">A person reads it. You get a confirmation at once, and an answer as soon as there is one.</p></div></section>
<section class="frame split text-first contact"><form class="form" method="post" action="/contact" data-post>
<div><label for="contact-name">Your name</label><input id="contact-name" name="name" autocomplete="name" required maxlength="120"></div>
<div><label for="contact-email">E-mail</label><input id="contact-email" name="email" type="email" autocomplete="email" required maxlength="254"></div>
<div><label for="contact-subject">What it is about</label><select id="contact-subject" name="subject">${subjects.map((one) => html`<option>${one}</option>`)}</select></div>
<div><label for="contact-message">Message</label><textarea id="contact-message" name="message" rows="7" required minlength="10" maxlength="5000"></textarea></div>
<div class="trap" aria-hidden="true"><label for="contact-website">Leave this empty</label><input id="contact-website" name="website" tabindex="-1" autocomplete="off"></div>
<div><button class="button" type="submit">Send</button></div>
<p class="form-answer" role="status" data-answer></p>
</form>
<div class="words"><h2>Rather by mail?</h2><p class="soft"><a href="mailto:${placeholders.contact}">${placeholders.contact}</a></p>
<h2>Before you write</h2><p class="soft">${trusted('<a href="/help">Help</a> answers what goes wrong most. <a href="/docs">The documentation</a> says how things work. For a vulnerability, see <a href="/security">security</a>.')}</p>
<p class="hint">Your message is sent as a letter to whoever runs this Kept, and is not stored in it. <a href="/privacy#the-contact-form">Privacy</a></p></div></section>`,
  }
}
