/** Components shared by several pages. */
import { type Html, html } from './html.ts'
import { hasPicture, pictureSize } from './picture-size.ts'

/** A screenshot of the demo organization in the reader's theme. */
export function picture(name: string, alt: string, { first = false }: { first?: boolean } = {}): Html {
  const image = (theme: 'light' | 'dark') =>
    html`<img class="in-${theme}" src="/site/pictures/${name}-${theme}-1600.webp" srcset="/site/pictures/${name}-${theme}-800.webp 800w, /site/pictures/${name}-${theme}-1600.webp 1600w" sizes="(max-width: 76rem) calc(100vw - 2.5rem), 74rem" width="1600" height="1000" alt="${alt}" ${
      first ? html`decoding="async"` : html`loading="lazy" decoding="async"`
    }>`
  return html`<div class="picture">${image('light')}${image('dark')}</div>`
}

/** A step on a screen, in the reader's theme. On a phone it is the screen of a phone, where there is one. */
export function stepPicture(name: string, alt: string): Html {
  const image = (theme: 'light' | 'dark') => {
    const file = `${name}-${theme}.webp`
    const { width, height } = pictureSize(file)
    const phoneFile = `${name}-phone-${theme}.webp`
    const img = html`<img src="/site/pictures/${file}" width="${width}" height="${height}" alt="${alt}" loading="lazy" decoding="async">`
    if (!hasPicture(phoneFile)) return html`<span class="in-${theme}">${img}</span>`
    const phone = pictureSize(phoneFile)
    return html`<picture class="in-${theme}"><source media="(max-width: 40rem)" srcset="/site/pictures/${phoneFile}" width="${phone.width}" height="${phone.height}">${img}</picture>`
  }
  return html`<div class="picture step">${image('light')}${image('dark')}</div>`
}

export function bandHead(title: string, lead: string | Html): Html {
  return html`<div class="band-head"><h2>${title}</h2><p class="lead">${lead}</p></div>`
}

/** The two calls to action, with the texts of the specification. */
export function callsToAction(): Html {
  return html`<div class="actions"><a class="button" href="/auth/signup">Get Started</a><a class="button ghost" href="/auth/login" data-demo>Explore the demo</a></div><p class="form-answer" role="status" data-demo-answer></p>`
}

/** The closing call to action of a marketing page. */
export function ending(title: string, lead: string): Html {
  return html`<section class="end"><div class="frame"><h2>${title}</h2><p class="lead">${lead}</p><div class="actions"><a class="button" href="/auth/signup">Get Started</a><a class="button ghost" href="/contact">Contact</a></div></div></section>`
}

/** Marks a figure as a stated target. */
export function stated(): Html {
  return html`<a class="stated" href="/docs/claims">stated target</a>`
}
