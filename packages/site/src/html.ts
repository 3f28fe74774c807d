/** Markup as a value: text in a template is escaped unless it is markup already. */

export interface Html {
  readonly markup: string
}

type Value = Html | string | number | null | undefined | false | readonly Value[]

/** `html\`<p>${text}</p>\``: escapes text, inserts markup and lists of markup unchanged, and renders nothing for empty values. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  let markup = parts[0] ?? ''
  values.forEach((value, index) => {
    markup += markupOf(value) + (parts[index + 1] ?? '')
  })
  return { markup }
}

/** Marks markup as safe: our own Markdown or SVG. */
export function trusted(markup: string): Html {
  return { markup }
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function markupOf(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  if (isList(value)) return value.map(markupOf).join('')
  return value.markup
}

function isList(value: Html | readonly Value[]): value is readonly Value[] {
  return Array.isArray(value)
}
