/** Markup as a value: whatever is put into a template is escaped unless it is markup already. */

export interface Html {
  readonly markup: string
}

type Value = Html | string | number | null | undefined | false | readonly Value[]

/** `html\`<p>${text}</p>\``: text is escaped, markup and lists of it are put in as they are, nothing stays nothing. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  let markup = parts[0] ?? ''
  values.forEach((value, index) => {
    markup += markupOf(value) + (parts[index + 1] ?? '')
  })
  return { markup }
}

/** Markup that was made elsewhere and is known to be good: our own Markdown, an SVG of ours. */
export function trusted(markup: string): Html {
  return { markup }
}

export const nothing: Html = { markup: '' }

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
