/** The phone menu is a `details` element; script closes it on Escape and on a click outside. */
export function startPhoneMenu(menu: HTMLDetailsElement): void {
  const summary = menu.querySelector<HTMLElement>('summary')
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return
    menu.open = false
    summary?.focus()
  })
  document.addEventListener('pointerdown', ({ target }) => {
    if (menu.open && !menu.contains(target as Node)) menu.open = false
  })
}
