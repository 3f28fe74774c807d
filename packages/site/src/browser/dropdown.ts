/** Milliseconds before the menu closes after the pointer leaves; set by the specification. */
const closesAfterMs = 100

/** The features menu: opens by pointer, by touch on its arrow, and by keyboard with Enter, arrows and Escape. */
export function startDropdown(drop: HTMLElement): void {
  const button = drop.querySelector<HTMLButtonElement>('button')
  const items = [...drop.querySelectorAll<HTMLAnchorElement>('.drop-menu a')]
  if (!button) return
  let leaving: ReturnType<typeof setTimeout> | undefined

  const show = (open: boolean): void => {
    clearTimeout(leaving)
    drop.toggleAttribute('data-open', open)
    button.setAttribute('aria-expanded', String(open))
  }
  const isOpen = () => drop.hasAttribute('data-open')
  const step = (offset: number): void => {
    const index = items.indexOf(document.activeElement as HTMLAnchorElement)
    items[(index + offset + items.length) % items.length]?.focus()
  }

  drop.addEventListener('pointerenter', ({ pointerType }) => pointerType === 'mouse' && show(true))
  drop.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType === 'mouse') leaving = setTimeout(show, closesAfterMs, false)
  })
  button.addEventListener('click', (event) => {
    // Hovering has already opened the menu, so a mouse click must not close it.
    const byMouse = event instanceof PointerEvent && event.pointerType === 'mouse'
    show(byMouse || !isOpen())
  })
  drop.addEventListener('focusout', ({ relatedTarget }) => {
    if (!drop.contains(relatedTarget as Node | null)) show(false)
  })
  drop.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && isOpen()) {
      show(false)
      button.focus()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const wasOpen = isOpen()
      show(true)
      if (wasOpen && items.includes(document.activeElement as HTMLAnchorElement))
        step(event.key === 'ArrowDown' ? 1 : -1)
      else (event.key === 'ArrowDown' ? items[0] : items.at(-1))?.focus()
    }
  })
  document.addEventListener('pointerdown', ({ target }) => {
    if (isOpen() && !drop.contains(target as Node)) show(false)
  })
}
