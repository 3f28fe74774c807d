import { type Html, html, trusted } from '../html.ts'
import { mark } from './mark.ts'
import { featureEntries, headerEntries } from './navigation.ts'

/** The header of every page. Works without script: menus open by hover and focus, the phone menu by `details`. */
export function header(path: string): Html {
  return html`<header class="site-header">
<div class="frame bar">
<a class="brand" href="/" aria-label="Kept, home">${mark()}<span>Kept</span></a>
<nav class="wide-nav" aria-label="Main"><ul>${headerEntries.map((entry) =>
    entry.path === '/features' ? featuresEntry(path) : html`<li>${link(entry.path, entry.name, path)}</li>`,
  )}</ul></nav>
<div class="sign-in-links"><a class="quiet" href="/auth/login">Sign In</a><a class="button small" href="/auth/signup">Get Started</a></div>
<details class="phone-menu"><summary><span class="menu-word">Menu</span>${lines}</summary>
<nav aria-label="Menu"><ul>${headerEntries.map(
    (entry) =>
      html`<li>${link(entry.path, entry.name, path)}${
        entry.path === '/features' &&
        html`<ul>${featureEntries.map((feature) => html`<li>${link(feature.path, feature.name, path)}</li>`)}</ul>`
      }</li>`,
  )}</ul><div class="sign-in-links"><a class="button ghost" href="/auth/login">Sign In</a><a class="button" href="/auth/signup">Get Started</a></div></nav></details>
</div></header>`
}

function featuresEntry(path: string): Html {
  return html`<li class="drop" data-drop>${link('/features', 'Features', path)}<button type="button" class="drop-button" aria-expanded="false" aria-controls="features-menu" aria-label="Show features">${chevron}</button>
<ul class="drop-menu" id="features-menu">${featureEntries.map(
    ({ name, path: to, description }) =>
      html`<li><a href="${to}"${current(to, path)}><b>${name}</b><span>${description}</span></a></li>`,
  )}</ul></li>`
}

function link(to: string, name: string, path: string): Html {
  return html`<a href="${to}"${current(to, path)}>${name}</a>`
}

function current(to: string, path: string): Html | false {
  return to === path && trusted(' aria-current="page"')
}

const chevron = trusted(
  '<svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><path d="m2.5 4.5 3.5 3.5 3.5-3.5" fill="none" stroke="currentColor" stroke-width="1.5"/></svg>',
)
const lines = trusted(
  '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M3 6.5h14M3 13.5h14" stroke="currentColor" stroke-width="1.5"/></svg>',
)
