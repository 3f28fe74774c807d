/** Hits shown at once; more words make fewer. */
const maxHits = 20

/** The search of the documentation: filters the titles and headings that the page lists, as one types. */
export function startDocSearch(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('input')
  const status = form.querySelector<HTMLElement>('[role="status"]')
  const list = document.querySelector<HTMLElement>('[data-doc-hits]')
  const groups = document.querySelector<HTMLElement>('[data-doc-groups]')
  if (!input || !status || !list || !groups) return
  const items = [...list.querySelectorAll<HTMLLIElement>('li')]
  const search = () => {
    const terms = termsOf(input.value)
    const hits = items.filter((item) => matchesAll(item.textContent ?? '', terms))
    const visible = new Set(hits.slice(0, maxHits))
    for (const item of items) item.hidden = !visible.has(item)
    const isSearching = terms.length > 0
    list.hidden = !isSearching
    groups.hidden = isSearching
    status.textContent = isSearching ? countText(hits.length, visible.size) : ''
  }
  form.hidden = false
  input.addEventListener('input', search)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    list.querySelector<HTMLAnchorElement>('li:not([hidden]) a')?.click()
  })
  search()
}

export function termsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}

/** Every term is part of the text. */
export function matchesAll(text: string, terms: readonly string[]): boolean {
  const lower = text.toLowerCase()
  return terms.every((term) => lower.includes(term))
}

function countText(hits: number, visible: number): string {
  if (hits === 0) return 'Nothing found. Try fewer words.'
  return hits > visible ? `${visible} of ${hits} found.` : `${hits} found.`
}
