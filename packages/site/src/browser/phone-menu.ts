/** The phone's menu is a `details`; script only closes it where a reader expects that. */
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
