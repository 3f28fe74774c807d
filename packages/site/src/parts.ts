/** Parts that several pages share. */
import { type Html, html } from './html.ts'

/** A real screen of the demo organisation, in the theme of the reader. */
export function picture(name: string, alt: string, { first = false }: { first?: boolean } = {}): Html {
  const image = (theme: 'light' | 'dark') =>
    html`<img class="in-${theme}" src="/site/pictures/${name}-${theme}-1600.webp" srcset="/site/pictures/${name}-${theme}-800.webp 800w, /site/pictures/${name}-${theme}-1600.webp 1600w" sizes="(max-width: 76rem) calc(100vw - 2.5rem), 74rem" width="1600" height="1000" alt="${alt}" ${
      first ? html`decoding="async"` : html`loading="lazy" decoding="async"`
    }>`
  return html`<div class="picture">${image('light')}${image('dark')}</div>`
}

export function bandHead(title: string, lead: string | Html): Html {
  return html`<div class="band-head"><h2>${title}</h2><p class="lead">${lead}</p></div>`
}

/** The calls to action; both ways in, word for word. */
export function ways(): Html {
  return html`<div class="actions"><a class="button" href="/auth/signup">Get Started</a><a class="button ghost" href="/auth/login" data-demo>Explore the demo</a></div><p class="form-answer" role="status" data-demo-answer></p>`
}

/** How every page of the offer ends. */
export function ending(title: string, words: string): Html {
  return html`<section class="end"><div class="frame"><h2>${title}</h2><p class="lead">${words}</p><div class="actions"><a class="button" href="/auth/signup">Get Started</a><a class="button ghost" href="/contact">Contact</a></div></div></section>`
}

/** A claim of the product's is marked as what it is. */
export function stated(): Html {
  return html`<a class="stated" href="/docs/claims">stated target</a>`
}
