/**
 * Keeps a dialog open when a toast is clicked. For `onInteractOutside`, which runs after the click, when the toast may
 * already be removed from the page.
 */
export function stayForToasts(event: { target: EventTarget | null; preventDefault(): void }): void {
  if (event.target instanceof Element && event.target.closest('[data-toast]')) event.preventDefault()
}
