import { html, trusted } from '../html.ts'
import { type Page, placeholders } from '../page.ts'

/** The subjects of the contact form. */
const subjects = [
  'A question about Kept',
  'Pricing and contracts',
  'A bill that is read incorrectly',
  'Security',
  'Press, partners, careers',
  'Something else',
]

export function contact(): Page {
  return {
    path: '/contact',
    title: 'Contact',
    description:
      'Contact Kept through a form that sends an email and confirms it, or write from your own email program.',
    body: html`<section class="page-head"><div class="frame"><h1>Contact us.</h1><p class="lead">A person reads every message. You get a confirmation right away, and a reply as soon as possible.</p></div></section>
<section class="frame split text-first contact"><form class="form" method="post" action="/contact" data-post>
<div><label for="contact-name">Your name</label><input id="contact-name" name="name" autocomplete="name" required maxlength="120"></div>
<div><label for="contact-email">Email</label><input id="contact-email" name="email" type="email" autocomplete="email" required maxlength="254"></div>
<div><label for="contact-subject">Subject</label><select id="contact-subject" name="subject">${subjects.map((subject) => html`<option>${subject}</option>`)}</select></div>
<div><label for="contact-message">Message</label><textarea id="contact-message" name="message" rows="7" required minlength="10" maxlength="5000"></textarea></div>
<div class="trap" aria-hidden="true"><label for="contact-website">Leave this empty</label><input id="contact-website" name="website" tabindex="-1" autocomplete="off"></div>
<div><button class="button" type="submit">Send</button></div>
<p class="form-answer" role="status" data-answer></p>
</form>
<div class="words"><h2>Prefer email?</h2><p class="soft"><a href="mailto:${placeholders.contact}">${placeholders.contact}</a></p>
<h2>Before you write</h2><p class="soft">${trusted('<a href="/help">Help</a> covers common problems. <a href="/docs">The documentation</a> explains how Kept works. To report a vulnerability, see <a href="/security">security</a>.')}</p>
<p class="hint">Your message is emailed to the operator of this Kept installation, and is not stored in Kept. <a href="/privacy#the-contact-form">Privacy</a></p></div></section>`,
  }
}
